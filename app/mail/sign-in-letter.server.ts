import type { SendMailOptions } from "nodemailer";
import { conference } from "#app/conference/conference.ts";
import { letterHtml, letterText } from "#app/mail/letter-formats.server.tsx";
import type { Letter } from "#app/mail/letter-parts.server.ts";
import { fromAndReplyTo } from "#app/mail/sender.server.ts";
import { LINK_LIFETIME_MINUTES } from "#app/models/login/sign-in-link.server.ts";

const { name: event } = conference;

/** The email with a one-time link to sign in, for whoever has asked for one. */
export function composeSignInMail(address: string, link: string): SendMailOptions {
  const letter = letterWith(link);
  return {
    ...fromAndReplyTo(),
    to: { name: "", address },
    subject: letter.subject,
    headers: { "Auto-Submitted": "auto-generated" },
    text: letterText(letter),
    html: letterHtml(letter),
  };
}

const letterWith = (link: string): Letter => ({
  subject: `Log in to ${event}`,
  parts: [
    { text: `Someone, most likely you, asked for a link to log in to the site of ${event}. Here it is:` },
    { label: "Log in", href: link },
    {
      text: `It works once, within ${LINK_LIFETIME_MINUTES} minutes, and leads to a page with a button. Nothing happens until you press that.`,
    },
    {
      text: "If you did not ask for it, ignore this email and do not pass it on. No one can log in without the link.",
    },
    { text: `The ${event} team` },
  ],
  hasCalendar: false,
});
