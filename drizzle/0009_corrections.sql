CREATE TABLE `corrections` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`delegate_id` integer NOT NULL,
	`actor` text NOT NULL,
	`before` text NOT NULL,
	`after` text NOT NULL,
	`is_other_person` integer NOT NULL,
	`is_undo` integer NOT NULL,
	`dropped` text NOT NULL,
	`audit_id` integer NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`delegate_id`) REFERENCES `delegates`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "corrections_is_other_person" CHECK("corrections"."is_other_person" in (0, 1)),
	CONSTRAINT "corrections_is_undo" CHECK("corrections"."is_undo" in (0, 1))
);
--> statement-breakpoint
CREATE INDEX `corrections_delegate` ON `corrections` (`delegate_id`,`id`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`delegate_id` integer NOT NULL,
	`kind` text NOT NULL,
	`correction_id` integer,
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
	CONSTRAINT "outbox_kind" CHECK("__new_outbox"."kind" in ('registered', 'confirmed', 'declined', 'cancelled', 'changed', 'taken-over', 'moved', 'notification')),
	CONSTRAINT "outbox_state" CHECK("__new_outbox"."state" in ('waiting', 'sent', 'failed'))
);
--> statement-breakpoint
INSERT INTO `__new_outbox`("id", "delegate_id", "kind", "correction_id", "state", "attempts", "next_attempt_at", "letter_id", "is_in_hand", "held_until", "note", "problem", "created_at", "sent_at") SELECT "id", "delegate_id", "kind", NULL, "state", "attempts", "next_attempt_at", "letter_id", "is_in_hand", "held_until", "note", "problem", "created_at", "sent_at" FROM `outbox`;--> statement-breakpoint
DROP TABLE `outbox`;--> statement-breakpoint
ALTER TABLE `__new_outbox` RENAME TO `outbox`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`state`,`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `outbox_delegate` ON `outbox` (`delegate_id`);--> statement-breakpoint
CREATE INDEX `outbox_letter` ON `outbox` (`letter_id`);--> statement-breakpoint
CREATE INDEX `outbox_correction` ON `outbox` (`correction_id`);