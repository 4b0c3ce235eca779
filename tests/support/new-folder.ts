import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const newFolder = (): string => mkdtempSync(join(tmpdir(), "conference-"));
