CREATE TABLE `believed_clock` (
	`id` integer PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`doubted_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `pending_scrubs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL
);
--> statement-breakpoint
ALTER TABLE `drafts` ADD `user_id` text;