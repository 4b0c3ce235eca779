ALTER TABLE `used_forms` ADD `fingerprint` text;--> statement-breakpoint
ALTER TABLE `used_forms` ADD `result` text;