CREATE TABLE `connections` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`speaker_id` integer NOT NULL,
	`program_session_id` integer NOT NULL,
	`role` text DEFAULT 'speaker' NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`speaker_id`) REFERENCES `speakers`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`program_session_id`) REFERENCES `program_sessions`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "connections_role" CHECK("connections"."role" in ('speaker', 'moderator', 'panelist'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `connections_pair` ON `connections` (`speaker_id`,`program_session_id`);--> statement-breakpoint
CREATE INDEX `connections_program_session` ON `connections` (`program_session_id`);--> statement-breakpoint
CREATE TABLE `delegates` (
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
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	CONSTRAINT "delegates_favored_stream" CHECK("delegates"."favored_stream" in ('b2c', 'b2b', 'tech', 'media')),
	CONSTRAINT "delegates_registration_type" CHECK("delegates"."registration_type" in ('pr_pass', 'media_pass'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `delegates_form_id_unique` ON `delegates` (`form_id`);--> statement-breakpoint
CREATE INDEX `delegates_created` ON `delegates` (`created_at`);--> statement-breakpoint
CREATE TABLE `login_sessions` (
	`sid` text PRIMARY KEY NOT NULL,
	`sess` text NOT NULL,
	`expire` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `login_sessions_expire` ON `login_sessions` (`expire`);--> statement-breakpoint
CREATE TABLE `program_sessions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`title` text NOT NULL,
	`time` text NOT NULL,
	`description` text,
	`type` text NOT NULL,
	`track` text,
	`sort_order` integer DEFAULT 0 NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	CONSTRAINT "program_sessions_track" CHECK("program_sessions"."track" in ('b2c', 'b2b', 'tech', 'media'))
);
--> statement-breakpoint
CREATE INDEX `program_sessions_order` ON `program_sessions` (`sort_order`,`id`);--> statement-breakpoint
CREATE TABLE `speakers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`title` text NOT NULL,
	`company` text NOT NULL,
	`bio` text,
	`image_url` text,
	`category` text NOT NULL,
	`featured` integer DEFAULT false NOT NULL,
	`sort_order` integer DEFAULT 0 NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	CONSTRAINT "speakers_category" CHECK("speakers"."category" in ('b2c', 'b2b', 'tech', 'media')),
	CONSTRAINT "speakers_featured" CHECK("speakers"."featured" in (0, 1))
);
--> statement-breakpoint
CREATE INDEX `speakers_order` ON `speakers` (`sort_order`,`id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`first_name` text,
	`last_name` text,
	`profile_image_url` text,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);