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
CREATE TABLE `status_job_people` (
	`delegate_id` integer NOT NULL,
	`job_id` integer NOT NULL,
	`shown` text,
	`is_asked` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`delegate_id`, `job_id`),
	FOREIGN KEY (`delegate_id`) REFERENCES `delegates`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`job_id`) REFERENCES `status_jobs`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "status_job_people_is_asked" CHECK("status_job_people"."is_asked" in (0, 1))
);
--> statement-breakpoint
CREATE INDEX `status_job_people_next` ON `status_job_people` (`job_id`,`is_asked`,`delegate_id`);--> statement-breakpoint
CREATE TABLE `status_jobs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`form_id` text NOT NULL,
	`actor` text NOT NULL,
	`status` text NOT NULL,
	`changed` integer DEFAULT 0 NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`finished_at` integer,
	CONSTRAINT "status_jobs_status" CHECK("status_jobs"."status" in ('pending', 'confirmed', 'declined', 'cancelled', 'attended'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `status_jobs_form_id_unique` ON `status_jobs` (`form_id`);--> statement-breakpoint
CREATE INDEX `status_jobs_finished` ON `status_jobs` (`finished_at`);--> statement-breakpoint
CREATE TABLE `status_revisions` (
	`revision` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`delegate_id` integer,
	`was` text NOT NULL,
	FOREIGN KEY (`delegate_id`) REFERENCES `delegates`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `status_revisions_delegate` ON `status_revisions` (`delegate_id`,`revision`,`was`);--> statement-breakpoint
CREATE TABLE `versions` (
	`name` text PRIMARY KEY NOT NULL,
	`version` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `delegates` ADD `status_before` text;--> statement-breakpoint
ALTER TABLE `delegates` ADD `email_confirmed_at` integer;--> statement-breakpoint
ALTER TABLE `delegates` ADD `mailbox` text GENERATED ALWAYS AS ((case when lower(substr(email, instr(email || '@', '@'))) in ('@gmail.com', '@googlemail.com') then replace(lower(substr(email, 1, min(instr(email || '@', '@'), instr(email || '+', '+')) - 1)), '.', '') || '@gmail.com' else lower(substr(email, 1, min(instr(email || '@', '@'), instr(email || '+', '+')) - 1)) || lower(substr(email, instr(email || '@', '@'))) end)) VIRTUAL;--> statement-breakpoint
CREATE INDEX `delegates_mailbox` ON `delegates` (`mailbox`);--> statement-breakpoint
ALTER TABLE `drafts` ADD `user_id` text;--> statement-breakpoint
CREATE INDEX `drafts_user` ON `drafts` (`user_id`,`created_at`);--> statement-breakpoint
ALTER TABLE `outbox` ADD `letter_id` integer;--> statement-breakpoint
ALTER TABLE `outbox` ADD `held_until` integer;--> statement-breakpoint
CREATE INDEX `outbox_letter` ON `outbox` (`letter_id`);--> statement-breakpoint
ALTER TABLE `used_forms` ADD `fingerprint` text;--> statement-breakpoint
ALTER TABLE `used_forms` ADD `result` text;--> statement-breakpoint
-- By hand: what those who are there were before it, as the audit log has it for the last time.
UPDATE `delegates` SET `status_before` = (
  SELECT json_extract(`changes`, '$.status[0]') FROM `audit_log`
  WHERE `subject` = 'delegate' AND `subject_id` = `delegates`.`id`
    AND json_extract(`changes`, '$.status[1]') = 'attended'
  ORDER BY `audit_log`.`id` DESC LIMIT 1
) WHERE `status` = 'attended';--> statement-breakpoint
-- By hand: whoever changes a status, this program, an older one or a shell, is noticed by the pages that showed it.
CREATE TRIGGER `delegates_status_revision` AFTER UPDATE OF `status` ON `delegates`
WHEN old.`status` <> new.`status`
BEGIN
  INSERT INTO `status_revisions` (`delegate_id`, `was`) VALUES (new.`id`, old.`status`);
END;--> statement-breakpoint
-- By hand: what copies are kept of has a version, which changes with its tables, whoever changes those.
INSERT INTO `versions` VALUES ('pages', lower(hex(randomblob(8)))), ('delegates', lower(hex(randomblob(8))));--> statement-breakpoint
CREATE TRIGGER `speakers_version_insert` AFTER INSERT ON `speakers` BEGIN
	UPDATE `versions` SET `version` = lower(hex(randomblob(8))) WHERE `name` = 'pages';
END;--> statement-breakpoint
CREATE TRIGGER `speakers_version_update` AFTER UPDATE ON `speakers` BEGIN
	UPDATE `versions` SET `version` = lower(hex(randomblob(8))) WHERE `name` = 'pages';
END;--> statement-breakpoint
CREATE TRIGGER `speakers_version_delete` AFTER DELETE ON `speakers` BEGIN
	UPDATE `versions` SET `version` = lower(hex(randomblob(8))) WHERE `name` = 'pages';
END;--> statement-breakpoint
CREATE TRIGGER `program_sessions_version_insert` AFTER INSERT ON `program_sessions` BEGIN
	UPDATE `versions` SET `version` = lower(hex(randomblob(8))) WHERE `name` = 'pages';
END;--> statement-breakpoint
CREATE TRIGGER `program_sessions_version_update` AFTER UPDATE ON `program_sessions` BEGIN
	UPDATE `versions` SET `version` = lower(hex(randomblob(8))) WHERE `name` = 'pages';
END;--> statement-breakpoint
CREATE TRIGGER `program_sessions_version_delete` AFTER DELETE ON `program_sessions` BEGIN
	UPDATE `versions` SET `version` = lower(hex(randomblob(8))) WHERE `name` = 'pages';
END;--> statement-breakpoint
CREATE TRIGGER `connections_version_insert` AFTER INSERT ON `connections` BEGIN
	UPDATE `versions` SET `version` = lower(hex(randomblob(8))) WHERE `name` = 'pages';
END;--> statement-breakpoint
CREATE TRIGGER `connections_version_update` AFTER UPDATE ON `connections` BEGIN
	UPDATE `versions` SET `version` = lower(hex(randomblob(8))) WHERE `name` = 'pages';
END;--> statement-breakpoint
CREATE TRIGGER `connections_version_delete` AFTER DELETE ON `connections` BEGIN
	UPDATE `versions` SET `version` = lower(hex(randomblob(8))) WHERE `name` = 'pages';
END;--> statement-breakpoint
CREATE TRIGGER `delegates_version_insert` AFTER INSERT ON `delegates` BEGIN
	UPDATE `versions` SET `version` = lower(hex(randomblob(8))) WHERE `name` = 'delegates';
END;--> statement-breakpoint
CREATE TRIGGER `delegates_version_update` AFTER UPDATE ON `delegates` BEGIN
	UPDATE `versions` SET `version` = lower(hex(randomblob(8))) WHERE `name` = 'delegates';
END;--> statement-breakpoint
CREATE TRIGGER `delegates_version_delete` AFTER DELETE ON `delegates` BEGIN
	UPDATE `versions` SET `version` = lower(hex(randomblob(8))) WHERE `name` = 'delegates';
END;
