import { createHmac } from "node:crypto";
import { signFormId } from "#app/platform/form-id.server.ts";

/** What the sites of the tests sign with, so that a test can make what only they could. */
export const TEST_SECRET = "a secret of tests that is long enough";

/** As the site makes it of its secret, without the settings that its module reads. */
const KEY = createHmac("sha256", TEST_SECRET).update("form").digest("base64url");

/** A one-time id as a page of such a site has it, opened a minute ago or when it is said. */
export const aFormId = (madeAt = Date.now() - 60_000): string => signFormId(KEY, madeAt);
