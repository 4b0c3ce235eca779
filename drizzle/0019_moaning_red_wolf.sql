PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`delegate_id` integer NOT NULL,
	`kind` text NOT NULL,
	`changeset_id` integer,
	`message_id` integer,
	`state` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`note` text,
	`problem` text,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`sent_at` integer,
	FOREIGN KEY (`delegate_id`) REFERENCES `delegates`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "outbox_kind" CHECK("__new_outbox"."kind" in ('registered', 'confirmed', 'declined', 'cancelled', 'changed', 'moved', 'notification', 'message')),
	CONSTRAINT "outbox_state" CHECK("__new_outbox"."state" in ('waiting', 'sending', 'sent', 'failed', 'held', 'restored'))
);
--> statement-breakpoint
INSERT INTO `__new_outbox`("id", "delegate_id", "kind", "changeset_id", "message_id", "state", "attempts", "next_attempt_at", "note", "problem", "created_at", "sent_at") SELECT "id", "delegate_id", "kind", "changeset_id", "message_id", "state", "attempts", "next_attempt_at", "note", "problem", "created_at", "sent_at" FROM `outbox`;--> statement-breakpoint
DROP TABLE `outbox`;--> statement-breakpoint
ALTER TABLE `__new_outbox` RENAME TO `outbox`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`state`,`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `outbox_delegate` ON `outbox` (`delegate_id`);--> statement-breakpoint
CREATE INDEX `outbox_due_of_message` ON `outbox` (`state`,`message_id`,`next_attempt_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_message_once` ON `outbox` (`message_id`,`delegate_id`);--> statement-breakpoint
ALTER TABLE `delegates` DROP COLUMN `email_confirmed_at`;