// npm run conference:schema: writes conference.schema.json, with which editors validate a CONFERENCE_FILE.
import { writeFileSync } from "node:fs";
import { conferenceJsonSchema } from "#app/conference/schema.server.ts";

writeFileSync("conference.schema.json", `${JSON.stringify(conferenceJsonSchema(), null, 2)}\n`);
