import { createHmac } from "node:crypto";
import { signFormId } from "#app/platform/form-id.server.ts";

/** Secret shared by all test sites, with which tests create valid signatures. */
export const TEST_SECRET = "a secret of tests that is long enough";

const KEY = createHmac("sha256", TEST_SECRET).update("form").digest("base64url");

/** A valid one-time form id, by default a minute old. */
export const aFormId = (madeAt = Date.now() - 60_000): string => signFormId(KEY, madeAt);
