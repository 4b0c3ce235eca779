import type { SendMailOptions } from "nodemailer";
import { conference } from "#app/conference/conference.ts";
import { toMailContent } from "#app/mail/letter-formats.server.tsx";
import { fromAndReplyTo, type Letter, signature } from "#app/mail/letter-parts.server.ts";
import { LINK_LIFETIME_MINUTES } from "#app/models/login/login-link.server.ts";

const { name: event } = conference;

export const composeLoginMail = (address: string, link: string): SendMailOptions => ({
  ...fromAndReplyTo(),
  to: { name: "", address },
  ...toMailContent(letterWith(link)),
});

const letterWith = (link: string): Letter => ({
  subject: `Log in to ${event}`,
  parts: [
    `Someone, probably you, asked for a link to log in to the ${event} site. Here it is:`,
    { label: "Log in", href: link },
    `The link works once, within ${LINK_LIFETIME_MINUTES} minutes. It opens a page with a button. You are not logged in until you press the button.`,
    "If you did not ask for a link, ignore this email and do not forward it. No one can log in without the link.",
    signature,
  ],
});
