CREATE TABLE `retracted_mails` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`delegate_id` integer NOT NULL,
	`revision` integer NOT NULL,
	`kind` text NOT NULL,
	`note` text,
	`created_at` integer DEFAULT (cast(unixepoch('subsec') * 1000 as integer)) NOT NULL,
	FOREIGN KEY (`delegate_id`) REFERENCES `delegates`(`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "retracted_mails_kind" CHECK("retracted_mails"."kind" in ('registered', 'confirmed', 'declined', 'cancelled', 'changed', 'taken-over', 'moved', 'notification', 'message'))
);
--> statement-breakpoint
CREATE INDEX `retracted_mails_delegate` ON `retracted_mails` (`delegate_id`,`revision`);--> statement-breakpoint
CREATE INDEX `retracted_mails_created` ON `retracted_mails` (`created_at`);