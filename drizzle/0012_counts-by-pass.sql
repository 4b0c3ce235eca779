DROP INDEX `delegates_pending`;--> statement-breakpoint
CREATE INDEX `delegates_pass_status` ON `delegates` (`registration_type`,`status`);