import { z } from "zod";
import { emailAddress } from "#app/models/text/text.server.ts";

/** Converts the address to lower case, like the configured addresses. */
export const SignInLinkInput = z.object({ email: emailAddress.transform((email) => email.toLowerCase()) });
