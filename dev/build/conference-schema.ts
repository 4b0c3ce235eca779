// npm run conference:schema: writes conference.schema.json, so editors can check a CONFERENCE_FILE.
import { writeFileSync } from "node:fs";
import { createConferenceJsonSchema } from "#app/conference/schema.server.ts";

writeFileSync("conference.schema.json", `${JSON.stringify(createConferenceJsonSchema(), null, 2)}\n`);
