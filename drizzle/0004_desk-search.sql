DROP INDEX `delegates_created`;--> statement-breakpoint
ALTER TABLE `delegates` ADD `search_text` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `delegates_newest` ON `delegates` (`created_at`,`id`,`registration_type`,`favored_stream`,`status`,`search_text`);--> statement-breakpoint
CREATE INDEX `delegates_by_name` ON `delegates` (`search_text`,`id`,`registration_type`,`favored_stream`,`status`);--> statement-breakpoint
CREATE INDEX `delegates_email` ON `delegates` (lower("email"));