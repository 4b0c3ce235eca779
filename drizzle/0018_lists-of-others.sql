CREATE TABLE `import_matches` (
	`list` text NOT NULL,
	`headings` text NOT NULL,
	`matches` text NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	PRIMARY KEY(`list`, `headings`)
);
--> statement-breakpoint
ALTER TABLE `delegates` ADD `company` text;--> statement-breakpoint
ALTER TABLE `delegates` ADD `speaker_id` integer REFERENCES speakers(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `delegates` ADD `external_id` text;--> statement-breakpoint
CREATE INDEX `delegates_speaker` ON `delegates` (`speaker_id`);--> statement-breakpoint
ALTER TABLE `program_sessions` ADD `status` text DEFAULT 'scheduled' NOT NULL;--> statement-breakpoint
ALTER TABLE `program_sessions` ADD `tags` text;--> statement-breakpoint
ALTER TABLE `program_sessions` ADD `links` text;--> statement-breakpoint
ALTER TABLE `program_sessions` ADD `external_id` text;--> statement-breakpoint
ALTER TABLE `speakers` ADD `email` text;--> statement-breakpoint
ALTER TABLE `speakers` ADD `links` text;--> statement-breakpoint
ALTER TABLE `speakers` ADD `external_id` text;