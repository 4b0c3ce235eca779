// npm run db:seed [-- --force]: loads the sample conference into DATA_DIR.
import { sqlite } from "#app/db/connection.server.ts";
import { env } from "#app/platform/env.server.ts";
import { isConferenceEmpty, seedSampleConference } from "#app/sample/seed.server.ts";

const isForced = process.argv.includes("--force");
if (!isForced && !(await isConferenceEmpty())) {
  console.error(
    `${env.DATA_DIR} already holds a conference, so nothing was changed. With --force, the sample replaces its speakers, sessions and links. Delegates stay.`,
  );
  process.exitCode = 1;
} else {
  await seedSampleConference({ replace: isForced });
  console.log(`The sample conference is in ${env.DATA_DIR}: 18 speakers, 9 sessions and their links.`);
}
sqlite.close();
