CREATE INDEX `drafts_created` ON `drafts` (`created_at`);--> statement-breakpoint
CREATE INDEX `sign_in_links_expire` ON `sign_in_links` (`expire`);--> statement-breakpoint
CREATE INDEX `speakers_image` ON `speakers` (`image_url`);--> statement-breakpoint
CREATE INDEX `used_forms_created` ON `used_forms` (`created_at`);