ALTER TABLE `delegates` ADD `email_confirmed_at` integer;--> statement-breakpoint
ALTER TABLE `delegates` ADD `mailbox` text GENERATED ALWAYS AS ((case when lower(substr(email, instr(email || '@', '@'))) in ('@gmail.com', '@googlemail.com') then replace(lower(substr(email, 1, min(instr(email || '@', '@'), instr(email || '+', '+')) - 1)), '.', '') || '@gmail.com' else lower(substr(email, 1, min(instr(email || '@', '@'), instr(email || '+', '+')) - 1)) || lower(substr(email, instr(email || '@', '@'))) end)) VIRTUAL;--> statement-breakpoint
CREATE INDEX `delegates_mailbox` ON `delegates` (`mailbox`);--> statement-breakpoint
ALTER TABLE `outbox` ADD `letter_id` integer;--> statement-breakpoint
ALTER TABLE `outbox` ADD `held_until` integer;--> statement-breakpoint
CREATE INDEX `outbox_letter` ON `outbox` (`letter_id`);