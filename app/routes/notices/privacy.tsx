import { FactList } from "#app/components/fact-list.tsx";
import { conference } from "#app/conference/conference.ts";
import type { SharedPage } from "#app/http/route-handle.ts";
import { cookieName } from "#app/http/site-cookies.server.ts";
import { mailStatus } from "#app/mail/mail.server.ts";
import { HISTORY_KEPT_DAYS } from "#app/models/ledger/expiry.server.ts";
import { env } from "#app/platform/env.server.ts";
import { ContactEmail, Notice, Part, PhoneContact } from "#app/routes/notices/notice.tsx";
import { shareFixedPage } from "#app/sharing/sharing.server.ts";
import { NOTICES } from "#app/sharing/sharing.ts";
import {
  ASKED_FIELDS,
  isOptional,
  REGISTRATION_LABELS,
  type RegistrationField,
} from "#app/vocabulary/registration.ts";
import type { Route } from "./+types/privacy";

const { title, description } = NOTICES["/privacy"];

export const handle: SharedPage = { shared: {} };

export const middleware = [shareFixedPage("/privacy", `${title} – ${conference.name}`, description)];

export const meta = () => [{ name: "description", content: description }];

export async function loader() {
  return {
    sendsMail: mailStatus().isSetUp,
    notifiesOrganisers: mailStatus().isSetUp && env.NOTIFY_EMAIL.length > 0,
    hasProvider: env.oauth !== null,
    hasHelpers: env.DOOR_EMAILS.length > 0,
    cookies: {
      toast: cookieName("toast"),
      returnTo: cookieName("return-to"),
      state: cookieName("oauth-state"),
      login: cookieName("login"),
      hadLogin: cookieName("had-login"),
    },
    auditDays: HISTORY_KEPT_DAYS,
  };
}

type Facts = Route.ComponentProps["loaderData"];

/** Privacy notice, generated from the settings and constants that it describes. */
export default function Privacy({ loaderData }: Route.ComponentProps) {
  return (
    <Notice
      title={title}
      intro={
        <>
          This page says what this site stores about you, why and for how long, and how to have it deleted.
          The site is run by the organisers of {conference.name}. If you have a question, write to{" "}
          <ContactEmail />
          <PhoneContact />.
        </>
      }
    >
      <Part anchor="reading" title="If you just browse">
        <p>
          Nothing about you is stored. We do not count visitors, there is no advertising, and nothing on these
          pages is loaded from other sites. No cookie is set until you send a form or log in. With JavaScript,
          your browser remembers your scroll position until you close the tab; we never see it.
        </p>
      </Part>
      <Registering {...loaderData} />
      <Retention {...loaderData} />
      <Part anchor="deleting" title="See it, get a copy, have it deleted">
        <p>
          Every registration has a private link, where you can see it and cancel it
          {loaderData.sendsMail ? "; it is in the email you received" : ""}. A cancelled registration is kept,
          marked as cancelled.
        </p>
        <p>
          For anything else, write to <ContactEmail />, giving your reference or using the address you
          registered with. The organisers can send you everything that is stored about you as a file, and they
          can delete it permanently: your registration, the record of the emails about it, and any traces of
          either in the database file. Only a line in the log of changes remains: it says that a registration
          with your reference was deleted.
        </p>
      </Part>
      <Cookies {...loaderData} />
      <Part anchor="people" title="If you are a speaker or an organiser">
        <p>
          The information about speakers on this site was entered by the organisers and is public. A deleted
          speaker can be restored for ten minutes. A picture that is replaced or removed is deleted from the
          server within about a day. The log of changes keeps what was changed or deleted for{" "}
          {loaderData.auditDays} days.
        </p>
        <p>
          About organisers, the site stores the email address
          {loaderData.hasProvider
            ? ", the name and the picture address that their identity provider gives"
            : ""}
          , when they logged in and out, with which browser (such as “Firefox on Windows”), when they last
          used the site, and what they changed. A login ends after 12 hours without a visit, and after seven
          days in any case. Anything an organiser typed just after their login ended is kept for a day, so
          that it is not lost. When someone is no longer an organiser, what is stored about them is deleted
          the next time the site starts; the log of changes still says who made each change, for{" "}
          {loaderData.auditDays} days.
        </p>
        {loaderData.hasHelpers && (
          <p>
            The site stores the same about helpers at the door until the conference is over. They cannot log
            in after that, and their data is deleted within a quarter of an hour.
          </p>
        )}
        {loaderData.sendsMail && (
          <p>
            When an organiser{loaderData.hasHelpers && " or a helper"} has a link to log in sent to them, the
            site keeps their address with it for the 15 minutes in which it works and, for a little over an
            hour at most, a keyed hash of the address, to limit how many such emails are sent.
          </p>
        )}
      </Part>
      <Part anchor="others" title="Other sites">
        <p>
          Paid tickets are sold on a payment provider’s pages. This site only links to them, as it does to
          sponsors and social networks. Their privacy policies apply there.
        </p>
      </Part>
    </Notice>
  );
}

const labelsOf = (fields: RegistrationField[]) => fields.map((field) => REGISTRATION_LABELS[field]);
const ASKED = labelsOf(ASKED_FIELDS.filter((field) => !isOptional(field)));
const OPTIONAL_LABELS = labelsOf(ASKED_FIELDS.filter(isOptional));
const listOf = (items: string[]) => new Intl.ListFormat("en-AU").format(items);

function Registering({ sendsMail, notifiesOrganisers, hasHelpers }: Facts) {
  return (
    <Part anchor="registering" title="If you register">
      <p>
        We store the answers to the form: {listOf(ASKED.map((label) => label.toLowerCase()))}; and, where you
        fill them in, {listOf(OPTIONAL_LABELS.map((label) => `“${label}”`))}. If you tell us about your health
        or diet, the organisers use it only to look after you on the day. The site adds a reference, a private
        link, the status of your registration, when you verified your email address, and when you checked in.
      </p>
      <p>
        We use these details to decide on passes, to write to you about the day, and to let you in. Organisers
        see them after logging in. They can download lists and print badges, and are responsible for looking
        after such copies.
        {hasHelpers &&
          " Helpers at the door see your name, job title, organisation, pass, reference and whether you have come, but not your email address or your phone number."}
      </p>
      {sendsMail ? (
        <p>
          The site writes to you when you register and when your registration is confirmed, declined or
          cancelled, and the organisers may write to you about the day. These emails go through the
          organisers’ mail server. They contain your name, your reference and, while you’re registered or when
          the organisers write to you, your private link. Anyone with access to a mailbox sees the emails of
          everyone who registered with its address.
          {notifiesOrganisers &&
            " The organisers get one too, with your name, pass, organisation, job title and reference."}
        </p>
      ) : (
        <p>At present the site does not send any email.</p>
      )}
    </Part>
  );
}

function Retention({ auditDays }: Facts) {
  const kept: [string, string][] = [
    [
      "Your registration, with its corrections, past statuses and record of emails",
      "Until an organiser deletes it. It isn’t deleted automatically, so please ask. If someone takes your place, your details are deleted within an hour.",
    ],
    [
      "Log of changes",
      `${auditDays} days. It says who changed what and when. It refers to delegates by reference, never by name.`,
    ],
    [
      "Backups",
      "As long as the organisers keep them. They contain no logins. Data deleted here stays in earlier backups, and in the copy of the database that is made before some updates, until they are deleted too. Ask the organisers how long that takes.",
    ],
    [
      "Server log",
      "The requested page, the status of the response and how long it took. No name, and nothing you typed. When a request is refused for security, or an organiser logs in or out, the log also records part of the network address, which many people share, but never the whole address. A web server in front of this site may keep a log with full addresses; ask the organisers.",
    ],
    [
      "Your network address",
      "A little more than an hour at most, to count how often one network registers or logs in: not the address itself but a keyed hash of it. The address is never written to disk.",
    ],
  ];
  return (
    <Part anchor="keeping" title="Where it is kept, and for how long">
      <p>
        Your details are in one database on this site’s server, and in its backups. Ask the organisers where
        the server is.
      </p>
      <FactList facts={kept.map(([name, value]) => ({ name, value }))} />
    </Part>
  );
}

function Cookies({ cookies: names, hasProvider }: Facts) {
  const provider: [string, string] = [
    `${names.state}:…`,
    "Logging in: to check that the identity provider’s answer is meant for you. 10 minutes.",
  ];
  const cookies: [string, string][] = [
    [names.toast, "After a form: the message that the next page shows. Removed once it has been shown."],
    [names.returnTo, "Logging in: the page an organiser wanted to see. 15 minutes."],
    ...(hasProvider ? [provider] : []),
    [names.login, "Keeps an organiser logged in. Until the browser is closed."],
    [names.hadLogin, "Which organiser logged in here last, so that nothing they type is lost. 7 days."],
  ];
  return (
    <Part anchor="cookies" title="Cookies">
      <p>
        All are first-party and hidden from scripts. None tracks you. Visitors get only the first, if any; the
        others are for logging in.
      </p>
      <FactList facts={cookies.map(([name, value]) => ({ name, value }))} />
    </Part>
  );
}
