import { FactList } from "#app/components/fact-list.tsx";
import { ContactLink } from "#app/components/links.tsx";
import { conference, isConferenceFromFile } from "#app/conference/conference.ts";
import { dateInWords } from "#app/conference/date-text.ts";
import { DELETION_DAY } from "#app/conference/day.server.ts";
import type { SharedPage } from "#app/http/cache-policy.server.ts";
import { cookieName } from "#app/http/site-cookies.server.ts";
import { getMailStatus } from "#app/mail/mail.server.ts";
import { HISTORY_RETENTION_DAYS } from "#app/models/changeset/expiry.server.ts";
import { env } from "#app/platform/env.server.ts";
import { Notice, NoticePart, PhoneContact } from "#app/routes/notices/notice.tsx";
import { shareNotice } from "#app/sharing/sharing.server.ts";
import { NOTICES } from "#app/sharing/sharing.ts";
import {
  DELEGATE_FIELDS,
  isFieldOptional,
  QUESTION_FIELDS,
  REGISTRATION_FIELDS,
  REGISTRATION_LABELS,
  type RegistrationField,
  SHOWN_REGISTRATION_FIELDS,
} from "#app/vocabulary/registration.ts";
import type { Route } from "./+types/privacy";

export const handle: SharedPage = { shared: {} };

export const middleware = [shareNotice("/privacy")];

export const meta = () => [{ name: "description", content: NOTICES["/privacy"].description }];

export async function loader() {
  return {
    sendsMail: getMailStatus().isSetUp,
    notifiesOrganisers: getMailStatus().isSetUp && env.NOTIFY_EMAIL.length > 0,
    hasProvider: env.oauth !== null,
    hasHelpers: env.DOOR_EMAILS.length > 0,
    cookies: {
      toast: cookieName("toast"),
      returnTo: cookieName("return-to"),
      state: cookieName("oauth-state"),
      login: cookieName("login"),
      hadLogin: cookieName("had-login"),
    },
    deletedOn: DELETION_DAY && dateInWords(DELETION_DAY),
    auditDays: HISTORY_RETENTION_DAYS,
  };
}

type Facts = Route.ComponentProps["loaderData"];

/** Privacy notice, generated from the settings and constants that it describes. */
export default function Privacy({ loaderData }: Route.ComponentProps) {
  return (
    <Notice
      path="/privacy"
      intro={
        <>
          This page explains what this site stores about you, why and for how long, and how to have it
          deleted. The site is run by the organisers of {conference.name}. If you have a question, write to{" "}
          <ContactLink />
          <PhoneContact />.
        </>
      }
    >
      <NoticePart anchor="reading" title="If you just browse">
        <p>
          Nothing about you is stored. We do not count visitors, there is no advertising, and nothing on these
          pages is loaded from other sites. No cookie is set until you submit a form or log in. With
          JavaScript, your browser remembers your scroll position until you close the tab. We never see it.
        </p>
      </NoticePart>
      <Registering {...loaderData} />
      <Retention {...loaderData} />
      <NoticePart anchor="deleting" title="View, copy or delete your data">
        <p>
          Every registration has a private link to a page where you can view, correct and cancel it
          {loaderData.sendsMail ? ". The link is in the email you received" : ""}. Cancelled registrations are
          kept and marked as cancelled.
        </p>
        <p>
          For anything else, contact <ContactLink />. Give your reference or write from the address you
          registered with. The organisers can send you a file with everything that is stored about you. They
          can also permanently delete your registration, the record of the emails about it, and any traces of
          them in the database file. Only a line in the log of changes remains. It says that a registration
          with your reference was deleted.
        </p>
      </NoticePart>
      <Cookies {...loaderData} />
      <NoticePart anchor="people" title="If you are a speaker or an organiser">
        <p>
          The information about speakers on this site was entered or accepted by the organisers and is public,
          except for their email address and for changes that they propose, which only organisers see. The log
          of changes keeps changed information for {loaderData.auditDays} days. A deleted speaker can be
          restored for ten minutes. After that, everything about them is erased, also from the log of changes,
          which keeps only that a speaker was deleted. A photo that is replaced or removed is deleted from the
          server within about a day.
        </p>
        <p>
          For each organiser, the site stores their email address
          {loaderData.hasProvider ? ", the name and the photo URL that their identity provider supplies" : ""}
          , when and with which browser (such as “Firefox on Windows”) they logged in and out, when they last
          used the site, and what they changed. A login ends after 12 hours without a visit, and after seven
          days in any case. Anything an organiser submits just after their login ends is kept for a day, so it
          is not lost. When someone is no longer an organiser, what is stored about them is deleted the next
          time the site starts. The log of changes still shows who made each change, for{" "}
          {loaderData.auditDays} days.
        </p>
        {loaderData.hasHelpers && (
          <p>
            The site stores the same data about helpers at the door until the conference is over. They cannot
            log in after that, and their data is deleted within a quarter of an hour.
          </p>
        )}
        {loaderData.sendsMail && (
          <p>
            When an organiser{loaderData.hasHelpers && " or a helper"} asks for a login link by email, the
            site keeps their address with the link for the 15 minutes that the link works. To limit how many
            of these emails are sent, it also keeps the address in memory for 15 minutes.
          </p>
        )}
      </NoticePart>
      <NoticePart anchor="others" title="Other sites">
        <p>
          Paid tickets are sold on a payment provider’s site. This site only links to it, and to the sites of
          sponsors and social networks. Their own privacy policies apply there.
        </p>
      </NoticePart>
    </Notice>
  );
}

const labelsOf = (fields: RegistrationField[]) => fields.map((field) => REGISTRATION_LABELS[field]);
const SHOWN_COLUMNS = SHOWN_REGISTRATION_FIELDS.filter((field) => !field.startsWith("answers."));
const ASKED = labelsOf(SHOWN_COLUMNS.filter((field) => !isFieldOptional(field)));
const CARRIED_OVER = labelsOf(SHOWN_REGISTRATION_FIELDS.filter((name) => DELEGATE_FIELDS[name].carriesOver));
const OPTIONAL_LABELS = labelsOf(SHOWN_COLUMNS.filter(isFieldOptional));
const OWN_LABELS = labelsOf(QUESTION_FIELDS);
const namesAtDoor = REGISTRATION_FIELDS.filter((name) =>
  DELEGATE_FIELDS[name].shown?.includes("doorCard"),
).map((name) =>
  name === "company" || name === "outlet" ? "organisation" : REGISTRATION_LABELS[name].toLowerCase(),
);
const SEEN_AT_DOOR = [
  ...new Set(["name", ...namesAtDoor, "pass", "reference", "whether you have checked in"]),
];
const factsOf = (values: Record<string, string>) =>
  Object.entries(values).map(([name, value]) => ({ name, value }));
const listOf = (items: string[]) => new Intl.ListFormat("en-AU").format(items);

function Registering({ sendsMail, notifiesOrganisers, hasHelpers }: Facts) {
  return (
    <NoticePart anchor="registering" title="If you register">
      <p>
        We store the answers you give in the form: {listOf(ASKED.map((label) => label.toLowerCase()))}; and,
        if you fill them in, {listOf(OPTIONAL_LABELS.map((label) => `“${label}”`))}.
        {OWN_LABELS.length > 0 &&
          ` The organisers also ask: ${listOf(OWN_LABELS.map((label) => `“${label}”`))}.`}{" "}
        If you tell us about your health or diet, the organisers use that only to look after you on the day.
        The site also stores a reference, a private link, the status of your registration,
        {isConferenceFromFile && " when you said that you are coming,"} and when you checked in.
      </p>
      <p>
        We use these details to decide on passes, to write to you about the day, and to let you in. Organisers
        can see your details after logging in. They can also download lists and print badges, and are
        responsible for looking after these copies.
        {hasHelpers &&
          ` Helpers at the door see your ${listOf(SEEN_AT_DOOR)}, but not your email address or phone number.`}
      </p>
      {sendsMail ? (
        <p>
          The site writes to you when you register and when your registration is confirmed, declined or
          cancelled, and the organisers may write to you about the day. These emails go through the
          organisers’ mail server. They contain your name, your reference and, while you’re registered or when
          the organisers write to you, your private link. Anyone with access to a mailbox sees the emails to
          everyone who registered with that address.
          {notifiesOrganisers &&
            " When you register, the organisers also get an email, with your name, pass, organisation, job title and reference."}
        </p>
      ) : (
        <p>At present, the site does not send any emails.</p>
      )}
    </NoticePart>
  );
}

function Retention({ auditDays, deletedOn }: Facts) {
  const keptUntil =
    deletedOn === null
      ? "Until an organiser deletes it. It isn’t deleted automatically."
      : `Until ${deletedOn}. All registrations are then deleted automatically.`;
  const kept = {
    "Your registration, with its corrections, past statuses and record of emails": `${keptUntil} If you want it deleted${deletedOn === null ? "" : " earlier"}, ask the organisers. If your place is transferred to someone else, they get a registration of their own, with your ${listOf(CARRIED_OVER.map((label) => label.toLowerCase()))} and none of your other details. If you are listed as a speaker or were imported from another tool, that link moves to it. Your own registration is then cancelled and kept like any other.`,
    "Log of changes": `${auditDays} days. The log says who changed what and when. It refers to delegates by reference, never by name.`,
    Backups:
      "As long as the organisers keep them. They contain no login sessions. Data deleted from the site stays in earlier backups, and in the copy of the database that is made before some updates, until these are deleted too. Ask the organisers how long that takes.",
    "Server log":
      "The log records the requested page, the status of the response and how long the response took. It contains no names and nothing you typed. When a request is refused for security reasons, or an organiser logs in or out, the log also records the first part of the IP address, which many people share, but never the whole address. A web server in front of this site may keep a log with full addresses. Ask the organisers whether it does.",
    "Your IP address":
      "An hour at most, and only in the server’s memory, where we count registrations and logins from each network. The full address is never written to disk.",
  };
  return (
    <NoticePart anchor="keeping" title="Where your data is kept, and for how long">
      <p>
        Your details are in one database on this site’s server, and in its backups. Ask the organisers where
        the server is.
      </p>
      <FactList facts={factsOf(kept)} />
    </NoticePart>
  );
}

function Cookies({ cookies: names, hasProvider }: Facts) {
  const provider = "Checks that the identity provider’s response is meant for you. Kept for 10 minutes.";
  const cookies = {
    [names.toast]:
      "Contains the message that the next page shows after you submit a form. Removed when shown.",
    [names.returnTo]:
      "While an organiser logs in, remembers which page they wanted to see. Kept for 15 minutes.",
    ...(hasProvider && { [`${names.state}:…`]: provider }),
    [names.login]: "Keeps an organiser logged in. Kept until the browser is closed.",
    [names.hadLogin]: "Remembers who last logged in here, so unsaved text is not lost. Kept for 7 days.",
  };
  return (
    <NoticePart anchor="cookies" title="Cookies">
      <p>
        All cookies are first-party and hidden from scripts. None of them tracks you. Visitors get at most the
        first one. The others are for logging in.
      </p>
      <FactList facts={factsOf(cookies)} />
    </NoticePart>
  );
}
