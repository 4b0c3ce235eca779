CREATE TABLE `versions` (
	`name` text PRIMARY KEY NOT NULL,
	`version` text NOT NULL
);
--> statement-breakpoint
ALTER TABLE `drafts` ADD `user_id` text;--> statement-breakpoint
CREATE INDEX `drafts_user` ON `drafts` (`user_id`,`created_at`);--> statement-breakpoint
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
