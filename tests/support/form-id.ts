import { signFormId } from "#app/platform/form-id.server.ts";
import { keyOf } from "#app/platform/secrets.server.ts";

/** What the sites of the tests sign with, so that a test can make what only they could. */
export const TEST_SECRET = "a secret of tests that is long enough";

/** A one-time id as a page of such a site has it, opened a minute ago or when it is said. */
export const aFormId = (madeAt = Date.now() - 60_000): string =>
  signFormId(keyOf(TEST_SECRET, "form"), madeAt);
