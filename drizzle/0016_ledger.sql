CREATE TABLE `changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`changeset_id` integer,
	`tbl` text DEFAULT '' NOT NULL,
	`row_id` integer,
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`subject_id` integer,
	`label` text,
	`before` text,
	`after` text,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`changeset_id`) REFERENCES `changesets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `changes_changeset` ON `changes` (`changeset_id`,`id`);--> statement-breakpoint
CREATE INDEX `changes_row` ON `changes` (`tbl`,`row_id`,`id`);--> statement-breakpoint
CREATE INDEX `changes_subject` ON `changes` (`subject`,`subject_id`,`id`);--> statement-breakpoint
CREATE INDEX `changes_created` ON `changes` (`created_at`);--> statement-breakpoint
CREATE INDEX `changes_kept` ON `changes` (`created_at`) WHERE kind = 'delete' and before is not null;--> statement-breakpoint
CREATE INDEX `changes_told` ON `changes` (`id`) WHERE tbl not in ('outbox', 'message_people');--> statement-breakpoint
CREATE TABLE `changesets` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`actor` text NOT NULL,
	`action` text NOT NULL,
	`form_id` text,
	`fingerprint` text DEFAULT '' NOT NULL,
	`result` text,
	`subject` text,
	`label` text,
	`undo_until` integer,
	`undoes` integer,
	`undone_by` integer,
	`is_open` integer,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `changesets_form_id_unique` ON `changesets` (`form_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `changesets_open` ON `changesets` (`is_open`) WHERE is_open is not null;--> statement-breakpoint
CREATE INDEX `changesets_created` ON `changesets` (`created_at`);--> statement-breakpoint
CREATE INDEX `changesets_forms` ON `changesets` (`created_at`) WHERE form_id is not null;--> statement-breakpoint
CREATE INDEX `changesets_undo` ON `changesets` (`undo_until`) WHERE undo_until is not null;--> statement-breakpoint
ALTER TABLE `outbox` ADD `changeset_id` integer;--> statement-breakpoint
-- By hand from here on. The tables that the ledger replaces stay for one version: an older process may be running beside.
INSERT INTO `changesets` (`id`, `actor`, `action`, `undoes`, `created_at`)
SELECT `id`, `actor`, `action`, CASE WHEN `action` = 'undo correction' THEN (
  SELECT max(`before`.`id`) FROM `audit_log` `before` WHERE `before`.`subject` = 'delegate' AND `before`.`subject_id` = `audit_log`.`subject_id`
    AND `before`.`id` < `audit_log`.`id` AND `before`.`action` IN ('corrected', 'passed on')) END, `created_at`
FROM `audit_log` ORDER BY `id`;--> statement-breakpoint
-- Numbers that no page has seen: one that was opened before is asked to look again.
INSERT INTO `changes` (`id`, `changeset_id`, `tbl`, `row_id`, `kind`, `subject`, `subject_id`, `label`, `before`, `after`, `created_at`)
SELECT `audit_log`.`id` + 1 + (SELECT coalesce(max(`revision`), 0) FROM `status_revisions`), `audit_log`.`id`,
  CASE WHEN `audit_log`.`subject` = 'delegate' AND (`audit_log`.`action` IN ('corrected', 'passed on', 'undo correction') OR `audit_log`.`changes` ->> '$.status[1]' IS NOT NULL) THEN 'delegates' ELSE '' END,
  CASE WHEN `audit_log`.`subject` = 'delegate' THEN `audit_log`.`subject_id` END,
  CASE WHEN `audit_log`.`subject` = 'delegate' AND (`audit_log`.`action` IN ('corrected', 'passed on', 'undo correction') OR `audit_log`.`changes` ->> '$.status[1]' IS NOT NULL) THEN 'update' ELSE 'event' END,
  `audit_log`.`subject`, `audit_log`.`subject_id`, `audit_log`.`label`,
  CASE WHEN `corrections`.`id` IS NOT NULL THEN (
    SELECT json_group_object(case was.key when 'jobTitle' then 'job_title' when 'favoredStream' then 'favored_stream' when 'registrationType' then 'registration_type' when 'workUrl' then 'work_url' when 'linkToken' then 'link_token' when 'emailConfirmedAt' then 'email_confirmed_at' else was.key end, was.value)
    FROM json_each(`corrections`.`before`) was JOIN json_each(`corrections`.`after`) now ON now.key = was.key
    WHERE was.value IS NOT now.value)
    WHEN `audit_log`.`action` = 'passed on' THEN json_set((
    SELECT json_group_object(case key when 'jobTitle' then 'job_title' when 'favoredStream' then 'favored_stream' when 'registrationType' then 'registration_type' when 'workUrl' then 'work_url' when 'linkToken' then 'link_token' when 'emailConfirmedAt' then 'email_confirmed_at' else key end, json(coalesce(value -> '$[0]', 'null'))) FROM json_each(`audit_log`.`changes`)), '$.link_token', NULL) ELSE (
    SELECT json_group_object(case key when 'jobTitle' then 'job_title' when 'favoredStream' then 'favored_stream' when 'registrationType' then 'registration_type' when 'workUrl' then 'work_url' when 'linkToken' then 'link_token' when 'emailConfirmedAt' then 'email_confirmed_at' else key end, json(coalesce(value -> '$[0]', 'null'))) FROM json_each(`audit_log`.`changes`)) END,
  CASE WHEN `corrections`.`id` IS NOT NULL THEN (
    SELECT json_group_object(case was.key when 'jobTitle' then 'job_title' when 'favoredStream' then 'favored_stream' when 'registrationType' then 'registration_type' when 'workUrl' then 'work_url' when 'linkToken' then 'link_token' when 'emailConfirmedAt' then 'email_confirmed_at' else was.key end, now.value)
    FROM json_each(`corrections`.`before`) was JOIN json_each(`corrections`.`after`) now ON now.key = was.key
    WHERE was.value IS NOT now.value)
    WHEN `audit_log`.`action` = 'passed on' THEN json_set((
    SELECT json_group_object(case key when 'jobTitle' then 'job_title' when 'favoredStream' then 'favored_stream' when 'registrationType' then 'registration_type' when 'workUrl' then 'work_url' when 'linkToken' then 'link_token' when 'emailConfirmedAt' then 'email_confirmed_at' else key end, json(coalesce(value -> '$[1]', 'null'))) FROM json_each(`audit_log`.`changes`)), '$.link_token', NULL) ELSE (
    SELECT json_group_object(case key when 'jobTitle' then 'job_title' when 'favoredStream' then 'favored_stream' when 'registrationType' then 'registration_type' when 'workUrl' then 'work_url' when 'linkToken' then 'link_token' when 'emailConfirmedAt' then 'email_confirmed_at' else key end, json(coalesce(value -> '$[1]', 'null'))) FROM json_each(`audit_log`.`changes`)) END,
  `audit_log`.`created_at`
FROM `audit_log` LEFT JOIN `corrections` ON `corrections`.`audit_id` = `audit_log`.`id` ORDER BY `audit_log`.`id`;--> statement-breakpoint
UPDATE `outbox` SET `changeset_id` = (SELECT `audit_id` FROM `corrections` WHERE `corrections`.`id` = `outbox`.`correction_id`) WHERE `correction_id` IS NOT NULL;--> statement-breakpoint
INSERT INTO `changesets` (`actor`, `action`, `form_id`, `fingerprint`, `result`, `created_at`)
SELECT '', 'form', `form_id`, coalesce(`fingerprint`, ''), CASE WHEN `result` ->> '$.ok' = 1 AND json_type(`result`, '$.done') IS NOT NULL THEN `result` -> '$.done' ELSE `result` END, `created_at`
FROM `used_forms`;--> statement-breakpoint
INSERT INTO `changesets` (`actor`, `action`, `form_id`, `result`, `created_at`)
SELECT `actor`, 'status', `form_id`, json_object('ok', json('true'), 'id', 0, 'status', `status`, 'changed', `changed`), `created_at` FROM `status_jobs` WHERE true ON CONFLICT DO NOTHING;--> statement-breakpoint
UPDATE `changesets` SET `result` = json_set(`result`, '$.id', `id`) WHERE `action` = 'status' AND `form_id` IS NOT NULL;
