import { FactList } from "#app/components/fact-list.tsx";
import { conference } from "#app/conference.ts";
import { env } from "#app/env.server.ts";
import type { SharedPage } from "#app/http/shared-page.ts";
import { cookieName } from "#app/http/site-cookies.server.ts";
import { mailStatus } from "#app/mail/mail.server.ts";
import { AUDIT_KEPT_DAYS } from "#app/models/audit-log.server.ts";
import { REGISTRATION_LABELS } from "#app/models/delegate.ts";
import { ContactEmail, Notice, OrByPhone, Part } from "#app/routes/notices/notice.tsx";
import { NOTICES } from "#app/sharing/notices.ts";
import type { Route } from "./+types/privacy";

const { title, description } = NOTICES["/privacy"];

export const handle: SharedPage = { shared: {} };

export const meta = () => [{ name: "description", content: description }];

/** What depends on how this site is set up. */
export async function loader() {
  return {
    sendsMail: mailStatus().isSetUp,
    notifiesOrganisers: mailStatus().isSetUp && env.NOTIFY_EMAIL.length > 0,
    hasProvider: env.oauth !== null,
    cookies: {
      toast: cookieName("toast"),
      returnTo: cookieName("return-to"),
      state: cookieName("oauth-state"),
      login: cookieName("login"),
      hadLogin: cookieName("had-login"),
    },
    auditDays: AUDIT_KEPT_DAYS,
  };
}

type Facts = Route.ComponentProps["loaderData"];

/** What is stored about whom, where, for how long: as the code has it, not as a lawyer would wish it. */
export default function Privacy({ loaderData }: Route.ComponentProps) {
  return (
    <Notice
      title={title}
      intro={
        <>
          What this site stores about you, what for, for how long, and how to have it deleted. It is run by
          the organisers of {conference.name}. Ask them anything: write to <ContactEmail />
          <OrByPhone />.
        </>
      }
    >
      <Part anchor="reading" title="If you only read">
        <p>
          Nothing about you is stored. Nobody counts visitors, there is no advertising, and nothing on these
          pages comes from other sites. You get no cookie before you send a form or sign in. With JavaScript,
          your browser keeps to itself how far you had scrolled, until you close the tab.
        </p>
      </Part>
      <Registering {...loaderData} />
      <Keeping {...loaderData} />
      <Part anchor="deleting" title="See it, take it, have it deleted">
        <p>
          Every registration has a private link that shows it and can cancel it
          {loaderData.sendsMail ? "; it is in the mail that you got" : ""}. Cancelling keeps the registration,
          marked as cancelled.
        </p>
        <p>
          For anything else write to <ContactEmail />, with your reference or from the address that you
          registered with. The organisers can send you everything that is stored about you as a file, and they
          can delete it for good: your registration, the mails noted with it, and what is left of both in the
          database's file. What stays is a line in the log of changes that a registration with your reference
          was deleted.
        </p>
      </Part>
      <Cookies {...loaderData} />
      <Part anchor="people" title="If you are a speaker or an organiser">
        <p>
          What stands here about speakers was entered by the organisers, and is public. A speaker who is
          deleted can be brought back for ten minutes. The log of changes keeps what was changed or deleted
          for {loaderData.auditDays} days.
        </p>
        <p>
          Of organisers the site stores the e-mail address
          {loaderData.hasProvider
            ? ", and the name and the address of the picture that their identity provider tells"
            : ""}
          , when they signed in and out, with which browser (such as “Firefox on Windows”), when they last
          used it, and what they changed. A login ends after 12 hours without a visit, and after seven days in
          any case. What an organiser typed when their login had just ended is kept for a day, so that it is
          not lost. When somebody is no longer an organiser, what is stored about them goes the next time the
          site is started; the log of changes says for {loaderData.auditDays} days who made each change.
        </p>
      </Part>
      <Part anchor="others" title="Other sites">
        <p>
          Paid tickets are sold on a payment provider's pages, which this site only links to; so are sponsors
          and social networks. What you tell them they keep by their own rules.
        </p>
      </Part>
    </Notice>
  );
}

function Registering({ sendsMail, notifiesOrganisers }: Facts) {
  const { name, email, jobTitle, phone, outlet, workUrl, notes } = REGISTRATION_LABELS;
  return (
    <Part anchor="registering" title="If you register">
      <p>
        We store what the form asks for: delegate type, {name.toLowerCase()}, {email.toLowerCase()},{" "}
        {jobTitle.toLowerCase()} and preferred track; and, where you fill them in, “{phone}”, “{outlet}”, “
        {workUrl}” and “{notes}”. If the last one says something about your health, such as a diet, it is for
        the organisers to act on. The site adds a reference, a private link, how your registration stands,
        when you confirmed that the email address is yours, and when you checked in.
      </p>
      <p>
        It is for deciding on passes, for writing to you about the day, and for letting you in. Organisers see
        it after they have signed in. They can download lists of it, and print badges; such copies are theirs
        to look after.
      </p>
      {sendsMail ? (
        <p>
          The site writes to you when you register and when your registration is confirmed, declined or
          cancelled. These mails go by the organisers' mail server and have your name, your reference and,
          while you are coming, your private link in them. Whoever reads the mail of an address gets those of
          everybody who registered with it.
          {notifiesOrganisers &&
            " The organisers get one too, with your name, pass, organisation, job title and reference."}
        </p>
      ) : (
        <p>At present the site sends no mail by itself.</p>
      )}
    </Part>
  );
}

function Keeping({ auditDays }: Facts) {
  return (
    <Part anchor="keeping" title="Where it is, and for how long">
      <p>
        In one database on the server that this site runs on, and in the backups of it. Ask the organisers
        where that server stands.
      </p>
      <FactList
        facts={[
          {
            name: "Your registration, what its status was before, and which mails you were sent",
            value:
              "Until an organiser deletes it. That does not happen by itself on a certain day: ask for it.",
          },
          {
            name: "Log of changes",
            value: `${auditDays} days. It says who changed what and when; of a delegate it has the reference, never the name.`,
          },
          {
            name: "Backups",
            value:
              "As long as the organisers keep them. Logins are not in them. What is deleted here is still in backups made before, and in the copy of the database that is made before some updates, until these are deleted too. Ask the organisers when that is.",
          },
          {
            name: "Log of the server",
            value:
              "Which page was asked for, how it was answered and how long that took. Nothing about you: no name, nothing that you typed. When a request is refused for safety, and when an organiser logs in or out, it also has the first part of the network address, which many people share; never the whole. A web server in front of this site may keep a log with whole addresses; ask the organisers.",
          },
          {
            name: "Your network address",
            value:
              "Ten minutes at most, in memory, to count how often one network registers or signs in. It is never written down whole.",
          },
        ]}
      />
    </Part>
  );
}

function Cookies({ cookies: names, hasProvider }: Facts) {
  const provider: [string, string] = [
    `${names.state}:…`,
    "Signing in: that the answer of the identity provider is for you. 10 minutes.",
  ];
  const cookies: [string, string][] = [
    [names.toast, "After a form: the message that the next page shows. Gone when it has been shown."],
    [names.returnTo, "Signing in: the page that an organiser wanted to see. 15 minutes."],
    ...(hasProvider ? [provider] : []),
    [names.login, "An organiser who has signed in. Until the browser is closed."],
    [names.hadLogin, "Which organiser was signed in here last, so that nothing they type is lost. 7 days."],
  ];
  return (
    <Part anchor="cookies" title="Cookies">
      <p>
        All of them are this site's own, none can be read by scripts, and none follows you. Visitors get the
        first one at most; the others are for signing in.
      </p>
      <FactList facts={cookies.map(([name, value]) => ({ name, value }))} />
    </Part>
  );
}
