CREATE TABLE `message_people` (
	`message_id` integer NOT NULL,
	`delegate_id` integer NOT NULL,
	PRIMARY KEY(`message_id`, `delegate_id`),
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`delegate_id`) REFERENCES `delegates`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `message_people_delegate` ON `message_people` (`delegate_id`);--> statement-breakpoint
CREATE TABLE `messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`state` text DEFAULT 'draft' NOT NULL,
	`subject` text DEFAULT '' NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`is_for_all` integer DEFAULT false NOT NULL,
	`recipients` integer,
	`promised_at` integer,
	`send_at` integer,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	CONSTRAINT "messages_state" CHECK("messages"."state" in ('draft', 'promised', 'started', 'taken back')),
	CONSTRAINT "messages_is_for_all" CHECK("messages"."is_for_all" in (0, 1))
);
--> statement-breakpoint
CREATE INDEX `messages_due` ON `messages` (`state`,`send_at`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`delegate_id` integer NOT NULL,
	`kind` text NOT NULL,
	`correction_id` integer,
	`message_id` integer,
	`state` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`letter_id` integer,
	`is_in_hand` integer DEFAULT false NOT NULL,
	`held_until` integer,
	`note` text,
	`problem` text,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`sent_at` integer,
	FOREIGN KEY (`delegate_id`) REFERENCES `delegates`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`correction_id`) REFERENCES `corrections`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "outbox_kind" CHECK("__new_outbox"."kind" in ('registered', 'confirmed', 'declined', 'cancelled', 'changed', 'taken-over', 'moved', 'notification', 'message')),
	CONSTRAINT "outbox_state" CHECK("__new_outbox"."state" in ('waiting', 'sent', 'failed'))
);
--> statement-breakpoint
INSERT INTO `__new_outbox`("id", "delegate_id", "kind", "correction_id", "state", "attempts", "next_attempt_at", "letter_id", "is_in_hand", "held_until", "note", "problem", "created_at", "sent_at") SELECT "id", "delegate_id", "kind", "correction_id", "state", "attempts", "next_attempt_at", "letter_id", "is_in_hand", "held_until", "note", "problem", "created_at", "sent_at" FROM `outbox`;--> statement-breakpoint
DROP TABLE `outbox`;--> statement-breakpoint
ALTER TABLE `__new_outbox` RENAME TO `outbox`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`state`,`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `outbox_delegate` ON `outbox` (`delegate_id`);--> statement-breakpoint
CREATE INDEX `outbox_letter` ON `outbox` (`letter_id`);--> statement-breakpoint
CREATE INDEX `outbox_correction` ON `outbox` (`correction_id`);--> statement-breakpoint
CREATE INDEX `outbox_due_of_message` ON `outbox` (`state`,`message_id`,`next_attempt_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_message_once` ON `outbox` (`message_id`,`delegate_id`);