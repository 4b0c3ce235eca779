// npm run conference:schema: writes conference.schema.json, which editors check a CONFERENCE_FILE with.
import { writeFileSync } from "node:fs";
import { conferenceJsonSchema } from "#app/conference/schema.server.ts";

writeFileSync("conference.schema.json", `${JSON.stringify(conferenceJsonSchema(), null, 2)}\n`);
