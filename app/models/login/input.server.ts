import { z } from "zod";
import { emailAddress } from "#app/models/text/text.server.ts";

/** What somebody sends who asks for a sign-in link: the address, in lower case as the lists have it. */
export const SignInLinkInput = z.object({ email: emailAddress.transform((email) => email.toLowerCase()) });
