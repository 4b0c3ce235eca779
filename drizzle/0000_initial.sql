CREATE TABLE `changes` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`changeset_id` integer,
	`table_name` text DEFAULT '' NOT NULL,
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
CREATE INDEX `changes_row` ON `changes` (`table_name`,`row_id`,`id`);--> statement-breakpoint
CREATE INDEX `changes_subject` ON `changes` (`subject`,`subject_id`,`id`);--> statement-breakpoint
CREATE INDEX `changes_created` ON `changes` (`created_at`);--> statement-breakpoint
CREATE INDEX `changes_kept` ON `changes` (`created_at`) WHERE kind = 'delete' and before is not null;--> statement-breakpoint
CREATE INDEX `changes_told` ON `changes` (`id`) WHERE table_name not in ('outbox', 'message_recipients');--> statement-breakpoint
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
	`company` text,
	`favored_stream` text,
	`notes` text,
	`registration_type` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`reference` text DEFAULT (hex(randomblob(5))) NOT NULL,
	`link_token` text DEFAULT (lower(hex(randomblob(16)))) NOT NULL,
	`outlet` text,
	`work_url` text,
	`speaker_id` integer,
	`external_id` text,
	`checked_in_at` integer,
	`status_before` text,
	`queued_at` integer,
	`offered_until` integer,
	`placed_at` integer,
	`coming_at` integer,
	`paid_at` integer,
	`answers` text,
	`mailbox` text GENERATED ALWAYS AS ((case when lower(substr(email, instr(email || '@', '@'))) in ('@gmail.com', '@googlemail.com') then replace(lower(substr(email, 1, min(instr(email || '@', '@'), instr(email || '+', '+')) - 1)), '.', '') || '@gmail.com' else lower(substr(email, 1, min(instr(email || '@', '@'), instr(email || '+', '+')) - 1)) || lower(substr(email, instr(email || '@', '@'))) end)) VIRTUAL,
	`search_text` text DEFAULT '' NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`speaker_id`) REFERENCES `speakers`(`id`) ON UPDATE no action ON DELETE set null,
	CONSTRAINT "delegates_status" CHECK("delegates"."status" in ('pending', 'confirmed', 'declined', 'cancelled', 'attended'))
);
--> statement-breakpoint
CREATE UNIQUE INDEX `delegates_form_id_unique` ON `delegates` (`form_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `delegates_reference_unique` ON `delegates` (`reference`);--> statement-breakpoint
CREATE UNIQUE INDEX `delegates_link_token_unique` ON `delegates` (`link_token`);--> statement-breakpoint
CREATE INDEX `delegates_newest` ON `delegates` (`created_at`,`id`,`registration_type`,`favored_stream`,`status`,`search_text`);--> statement-breakpoint
CREATE INDEX `delegates_by_name` ON `delegates` (`search_text`,`id`,`registration_type`,`favored_stream`,`status`);--> statement-breakpoint
CREATE INDEX `delegates_email` ON `delegates` (lower("email"));--> statement-breakpoint
CREATE INDEX `delegates_mailbox` ON `delegates` (`mailbox`);--> statement-breakpoint
CREATE INDEX `delegates_pass_status` ON `delegates` (`registration_type`,`status`);--> statement-breakpoint
CREATE INDEX `delegates_queue` ON `delegates` (`queued_at`,`id`) WHERE queued_at is not null;--> statement-breakpoint
CREATE INDEX `delegates_answered` ON `delegates` (`id`) WHERE answers is not null;--> statement-breakpoint
CREATE INDEX `delegates_given_up` ON `delegates` (`updated_at`) WHERE status in ('declined', 'cancelled');--> statement-breakpoint
CREATE INDEX `delegates_speaker` ON `delegates` (`speaker_id`);--> statement-breakpoint
CREATE INDEX `delegates_arrivals` ON `delegates` (`checked_in_at`) WHERE checked_in_at is not null;--> statement-breakpoint
CREATE TABLE `drafts` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`fields` text NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL
);
--> statement-breakpoint
CREATE INDEX `drafts_created` ON `drafts` (`created_at`);--> statement-breakpoint
CREATE INDEX `drafts_user` ON `drafts` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `import_matches` (
	`list` text NOT NULL,
	`headings` text NOT NULL,
	`matches` text NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	PRIMARY KEY(`list`, `headings`)
);
--> statement-breakpoint
CREATE TABLE `login_links` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`expire` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `login_links_expire` ON `login_links` (`expire`);--> statement-breakpoint
CREATE TABLE `login_sessions` (
	`sid` text PRIMARY KEY NOT NULL,
	`sess` text NOT NULL,
	`expire` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `login_sessions_expire` ON `login_sessions` (`expire`);--> statement-breakpoint
CREATE TABLE `message_recipients` (
	`message_id` integer NOT NULL,
	`delegate_id` integer NOT NULL,
	PRIMARY KEY(`message_id`, `delegate_id`),
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`delegate_id`) REFERENCES `delegates`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `message_recipients_delegate` ON `message_recipients` (`delegate_id`);--> statement-breakpoint
CREATE TABLE `messages` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`state` text DEFAULT 'draft' NOT NULL,
	`subject` text DEFAULT '' NOT NULL,
	`text` text DEFAULT '' NOT NULL,
	`is_for_all` integer DEFAULT false NOT NULL,
	`audience` text,
	`recipients` integer,
	`promised_at` integer,
	`send_at` integer,
	`stopped_at` integer,
	`stopped` integer DEFAULT 0 NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	CONSTRAINT "messages_state" CHECK("messages"."state" in ('draft', 'promised', 'started', 'taken back')),
	CONSTRAINT "messages_is_for_all" CHECK("messages"."is_for_all" in (0, 1))
);
--> statement-breakpoint
CREATE INDEX `messages_due` ON `messages` (`state`,`send_at`);--> statement-breakpoint
CREATE TABLE `outbox` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`delegate_id` integer NOT NULL,
	`kind` text NOT NULL,
	`changeset_id` integer,
	`message_id` integer,
	`state` text DEFAULT 'waiting' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`next_attempt_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`note` text,
	`problem` text,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`sent_at` integer,
	FOREIGN KEY (`delegate_id`) REFERENCES `delegates`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`message_id`) REFERENCES `messages`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "outbox_kind" CHECK("outbox"."kind" in ('registered', 'offered', 'confirmed', 'declined', 'cancelled', 'changed', 'moved', 'notification', 'message')),
	CONSTRAINT "outbox_state" CHECK("outbox"."state" in ('waiting', 'sending', 'sent', 'failed', 'held', 'restored'))
);
--> statement-breakpoint
CREATE INDEX `outbox_due` ON `outbox` (`state`,`next_attempt_at`);--> statement-breakpoint
CREATE INDEX `outbox_delegate` ON `outbox` (`delegate_id`);--> statement-breakpoint
CREATE INDEX `outbox_due_of_message` ON `outbox` (`state`,`message_id`,`next_attempt_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_message_once` ON `outbox` (`message_id`,`delegate_id`);--> statement-breakpoint
CREATE TABLE `pending_scrubs` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL
);
--> statement-breakpoint
CREATE TABLE `program_sessions` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`title` text NOT NULL,
	`time` text NOT NULL,
	`description` text,
	`type` text NOT NULL,
	`track` text,
	`room` text,
	`status` text DEFAULT 'scheduled' NOT NULL,
	`tags` text,
	`links` text,
	`external_id` text,
	`sort_order` integer DEFAULT 0 NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL
);
--> statement-breakpoint
CREATE INDEX `program_sessions_order` ON `program_sessions` (`sort_order`,`id`);--> statement-breakpoint
CREATE TABLE `speakers` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`pronouns` text,
	`title` text NOT NULL,
	`company` text NOT NULL,
	`email` text,
	`bio` text,
	`links` text,
	`image_url` text,
	`category` text NOT NULL,
	`featured` integer DEFAULT false NOT NULL,
	`is_draft` integer DEFAULT false NOT NULL,
	`proposed` text,
	`external_id` text,
	`sort_order` integer DEFAULT 0 NOT NULL,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	`updated_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	CONSTRAINT "speakers_featured" CHECK("speakers"."featured" in (0, 1)),
	CONSTRAINT "speakers_is_draft" CHECK("speakers"."is_draft" in (0, 1))
);
--> statement-breakpoint
CREATE INDEX `speakers_order` ON `speakers` (`sort_order`,`id`);--> statement-breakpoint
CREATE INDEX `speakers_image` ON `speakers` (`image_url`);--> statement-breakpoint
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
CREATE UNIQUE INDEX `users_email_unique` ON `users` (`email`);--> statement-breakpoint
CREATE TABLE `versions` (
	`name` text PRIMARY KEY NOT NULL,
	`version` text NOT NULL
);
