ALTER TABLE `messages` ADD `stopped_at` integer;--> statement-breakpoint
ALTER TABLE `messages` ADD `stopped` integer DEFAULT 0 NOT NULL;