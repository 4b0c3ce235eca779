ALTER TABLE `outbox` ADD `note` text;--> statement-breakpoint
ALTER TABLE `status_job_people` ADD `note` text;--> statement-breakpoint
ALTER TABLE `status_jobs` ADD `first_revision` integer;--> statement-breakpoint
ALTER TABLE `status_jobs` ADD `last_revision` integer;