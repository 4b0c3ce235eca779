import { z } from "zod";
import { emailAddress } from "#app/models/text/text.server.ts";

/** In lower case, as in the lists of addresses. */
export const SignInLinkInput = z.object({ email: emailAddress.transform((email) => email.toLowerCase()) });
