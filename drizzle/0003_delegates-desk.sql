CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`actor` text NOT NULL,
	`subject` text NOT NULL,
	`subject_id` integer,
	`action` text NOT NULL,
	`label` text NOT NULL,
	`changes` text,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_log_subject` ON `audit_log` (`subject`,`subject_id`,`id`);--> statement-breakpoint
CREATE INDEX `audit_log_created` ON `audit_log` (`created_at`);--> statement-breakpoint
CREATE TABLE `deletions` (
	`id` text PRIMARY KEY NOT NULL,
	`subject` text NOT NULL,
	`label` text NOT NULL,
	`actor` text NOT NULL,
	`rows` text NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL
);
--> statement-breakpoint
CREATE INDEX `deletions_created` ON `deletions` (`created_at`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`delegate_id` integer NOT NULL,
	`kind` text NOT NULL,
	`state` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`problem` text,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`sent_at` integer,
	FOREIGN KEY (`delegate_id`) REFERENCES `delegates`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "outbox_kind" CHECK("outbox"."kind" in ('registered', 'confirmed', 'declined', 'cancelled', 'notification')),
	CONSTRAINT "outbox_state" CHECK("outbox"."state" in ('waiting', 'sent', 'failed'))
);
--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`state`,`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `outbox_delegate` ON `outbox` (`delegate_id`);--> statement-breakpoint
PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_delegates` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`form_id` text,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`phone` text,
	`job_title` text NOT NULL,
	`favored_stream` text,
	`notes` text,
	`registration_type` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`reference` text DEFAULT (hex(randomblob(5))) NOT NULL,
	`link_token` text DEFAULT (lower(hex(randomblob(16)))) NOT NULL,
	`outlet` text,
	`work_url` text,
	`checked_in_at` integer,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	CONSTRAINT "delegates_status" CHECK("__new_delegates"."status" in ('pending', 'confirmed', 'declined', 'cancelled', 'attended')),
	CONSTRAINT "delegates_favored_stream" CHECK("__new_delegates"."favored_stream" in ('b2c', 'b2b', 'tech', 'media')),
	CONSTRAINT "delegates_registration_type" CHECK("__new_delegates"."registration_type" in ('pr_pass', 'media_pass'))
);
--> statement-breakpoint
INSERT INTO `__new_delegates`("id", "form_id", "name", "email", "phone", "job_title", "favored_stream", "notes", "registration_type", "status", "created_at", "updated_at") SELECT "id", "form_id", "name", "email", "phone", "job_title", "favored_stream", "notes", "registration_type", case when "status" in ('pending', 'confirmed', 'declined', 'cancelled', 'attended') then "status" else 'pending' end, "created_at", "updated_at" FROM `delegates`;--> statement-breakpoint
DROP TABLE `delegates`;--> statement-breakpoint
ALTER TABLE `__new_delegates` RENAME TO `delegates`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `delegates_form_id_unique` ON `delegates` (`form_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `delegates_reference_unique` ON `delegates` (`reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `delegates_link_token_unique` ON `delegates` (`link_token`);--> statement-breakpoint
CREATE INDEX `delegates_created` ON `delegates` (`created_at`,`id`);