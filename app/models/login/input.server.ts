import { z } from "zod";
import { emailAddress } from "#app/models/text/text.server.ts";

/** The configured lists are in lower case too. */
export const SignInLinkInput = z.object({ email: emailAddress.transform((email) => email.toLowerCase()) });
