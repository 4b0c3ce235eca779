-- The ids of tracks and passes are those of the conference file: the tables check them no more.
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
	`status_before` text,
	`email_confirmed_at` integer,
	`mailbox` text GENERATED ALWAYS AS ((case when lower(substr(email, instr(email || '@', '@'))) in ('@gmail.com', '@googlemail.com') then replace(lower(substr(email, 1, min(instr(email || '@', '@'), instr(email || '+', '+')) - 1)), '.', '') || '@gmail.com' else lower(substr(email, 1, min(instr(email || '@', '@'), instr(email || '+', '+')) - 1)) || lower(substr(email, instr(email || '@', '@'))) end)) VIRTUAL,
	`search_text` text DEFAULT '' NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	CONSTRAINT "delegates_status" CHECK("__new_delegates"."status" in ('pending', 'confirmed', 'declined', 'cancelled', 'attended'))
);
--> statement-breakpoint
INSERT INTO `__new_delegates`("id", "form_id", "name", "email", "phone", "job_title", "favored_stream", "notes", "registration_type", "status", "reference", "link_token", "outlet", "work_url", "checked_in_at", "status_before", "email_confirmed_at", "search_text", "created_at", "updated_at") SELECT "id", "form_id", "name", "email", "phone", "job_title", "favored_stream", "notes", "registration_type", "status", "reference", "link_token", "outlet", "work_url", "checked_in_at", "status_before", "email_confirmed_at", "search_text", "created_at", "updated_at" FROM `delegates`;--> statement-breakpoint
DROP TABLE `delegates`;--> statement-breakpoint
ALTER TABLE `__new_delegates` RENAME TO `delegates`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE UNIQUE INDEX `delegates_form_id_unique` ON `delegates` (`form_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `delegates_reference_unique` ON `delegates` (`reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `delegates_link_token_unique` ON `delegates` (`link_token`);--> statement-breakpoint
CREATE INDEX `delegates_newest` ON `delegates` (`created_at`,`id`,`registration_type`,`favored_stream`,`status`,`search_text`);--> statement-breakpoint
CREATE INDEX `delegates_by_name` ON `delegates` (`search_text`,`id`,`registration_type`,`favored_stream`,`status`);--> statement-breakpoint
CREATE INDEX `delegates_email` ON `delegates` (lower("email"));--> statement-breakpoint
CREATE INDEX `delegates_mailbox` ON `delegates` (`mailbox`);--> statement-breakpoint
CREATE INDEX `delegates_pass_status` ON `delegates` (`registration_type`,`status`);--> statement-breakpoint
CREATE INDEX `delegates_arrivals` ON `delegates` (`checked_in_at`) WHERE checked_in_at is not null;--> statement-breakpoint
CREATE TABLE `__new_program_sessions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`title` text NOT NULL,
	`time` text NOT NULL,
	`description` text,
	`type` text NOT NULL,
	`track` text,
	`room` text,
	`sort_order` integer DEFAULT 0 NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL
);
--> statement-breakpoint
INSERT INTO `__new_program_sessions`("id", "title", "time", "description", "type", "track", "sort_order", "created_at", "updated_at") SELECT "id", "title", "time", "description", "type", "track", "sort_order", "created_at", "updated_at" FROM `program_sessions`;--> statement-breakpoint
DROP TABLE `program_sessions`;--> statement-breakpoint
ALTER TABLE `__new_program_sessions` RENAME TO `program_sessions`;--> statement-breakpoint
CREATE INDEX `program_sessions_order` ON `program_sessions` (`sort_order`,`id`);--> statement-breakpoint
CREATE TABLE `__new_speakers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`pronouns` text,
	`title` text NOT NULL,
	`company` text NOT NULL,
	`bio` text,
	`image_url` text,
	`category` text NOT NULL,
	`featured` integer DEFAULT false NOT NULL,
	`sort_order` integer DEFAULT 0 NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	CONSTRAINT "speakers_featured" CHECK("__new_speakers"."featured" in (0, 1))
);
--> statement-breakpoint
INSERT INTO `__new_speakers`("id", "name", "pronouns", "title", "company", "bio", "image_url", "category", "featured", "sort_order", "created_at", "updated_at") SELECT "id", "name", "pronouns", "title", "company", "bio", "image_url", "category", "featured", "sort_order", "created_at", "updated_at" FROM `speakers`;--> statement-breakpoint
DROP TABLE `speakers`;--> statement-breakpoint
ALTER TABLE `__new_speakers` RENAME TO `speakers`;--> statement-breakpoint
CREATE INDEX `speakers_order` ON `speakers` (`sort_order`,`id`);--> statement-breakpoint
CREATE INDEX `speakers_image` ON `speakers` (`image_url`);