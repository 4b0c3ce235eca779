// /register?registration=TOKEN: a registration as whoever has its private link may see it, and cancel it.
import { data, type MiddlewareFunction } from "react-router";
import { readForm } from "#app/http/form.server.ts";
import { redirectWithToast } from "#app/http/toast.server.ts";
import { CALENDAR_FILE, CALENDAR_TYPE, calendarOf } from "#app/mail/calendar.server.ts";
import type { Delegate } from "#app/models/delegate/delegate.server.ts";
import {
  canCancel,
  cancelByLink,
  confirmEmailByLink,
  getEmailStanding,
  getRegistrationByLink,
} from "#app/models/delegate/private-registration.server.ts";
import { registrationPath } from "#app/models/delegate/reference.ts";
import { env } from "#app/platform/env.server.ts";
import { qrSvgPath } from "#app/platform/qr-code.server.ts";
import type { DelegateStatus } from "#app/vocabulary/delegate-status.ts";

/** The token of an address that is a private link, else null. */
export const linkTokenOf = (request: Request): string | null =>
  new URL(request.url).searchParams.get("registration");

/**
 * Keeps what a private link gives out of caches, search engines and the Referer of other requests, and
 * answers with the calendar file where `calendar` asks for it.
 */
export const guardPrivateLink: MiddlewareFunction<Response> = async ({ request }, next) => {
  const token = linkTokenOf(request);
  if (token === null) return next();
  const isCalendar = request.method === "GET" && new URL(request.url).searchParams.has("calendar");
  const response = (isCalendar ? await answerCalendar(token) : null) ?? (await next());
  response.headers.set("Cache-Control", "no-store");
  // Not no-referrer: browsers would send `Origin: null` with the form that cancels.
  response.headers.set("Referrer-Policy", "strict-origin");
  response.headers.set("X-Robots-Tag", "noindex");
  return response;
};

async function answerCalendar(token: string): Promise<Response | null> {
  const delegate = await getRegistrationByLink(token);
  if (!delegate) return null;
  return new Response(await calendarOf(delegate), {
    headers: {
      "Content-Type": CALENDAR_TYPE,
      "Content-Disposition": `attachment; filename="${CALENDAR_FILE}"`,
    },
  });
}

/** What the page of a private link shows; with `cancel` in the address, the question before it is done. */
export async function loadPrivateLink(request: Request, token: string) {
  const delegate = await getRegistrationByLink(token);
  if (!delegate) return data({ view: "unknown" as const }, { status: 404 });
  const { reference, status, name, email, phone, jobTitle, registrationType, favoredStream, outlet, notes } =
    delegate;
  const isCancellable = canCancel(delegate);
  return {
    view: "private" as const,
    href: registrationPath(token),
    asksToCancel: isCancellable && new URL(request.url).searchParams.has("cancel"),
    isCancellable,
    emailQuestion: await emailQuestionFor(delegate),
    code: qrSvgPath(env.SITE_ORIGIN + registrationPath(token)),
    registration: {
      ...{ reference, status, name, email, phone, jobTitle, registrationType, favoredStream, outlet, notes },
    },
  };
}

/** What stands above the button that confirms an address; null where it is confirmed. */
async function emailQuestionFor(delegate: Delegate): Promise<string | null> {
  const { isConfirmed, held } = await getEmailStanding(delegate);
  if (isConfirmed) return null;
  const waiting =
    held === 1
      ? "One more registration is waiting to be sent to you. "
      : held > 1
        ? `${held.toLocaleString("en-AU")} more registrations are waiting to be sent to you. `
        : "";
  return `Anybody can enter ${delegate.email} in our form, so until you confirm it we send at most one email a day about new registrations to it. ${waiting}If you share it with colleagues, confirm it and they will get theirs at once.`;
}

/**
 * Confirms the email address, or cancels the registration where that is what the form's page had shown, as
 * the form says.
 */
export async function postPrivateLink(request: Request, token: string): Promise<Response> {
  const form = await readForm(request, ["intent", "shown"]);
  if (form.get("intent") === "confirm-email") return confirmEmail(token);
  const href = registrationPath(encodeURIComponent(token));
  const answer = (type: "success" | "error", message: string, description: string, to = href) =>
    redirectWithToast(to, { type, message, description });
  if (form.get("intent") !== "cancel") return answer("error", "Error", "Nothing was changed.");
  const cancelling = await cancelByLink(token, form.get("shown"));
  switch (cancelling.outcome) {
    case "cancelled":
      return answer("success", "Registration Cancelled", "Thank you for telling us.");
    case "asked":
      return answer("error", "Not cancelled yet", SINCE[cancelling.status] ?? "", `${href}&cancel`);
    case "refused":
      return answer("error", "Nothing was changed", REFUSED[cancelling.status] ?? "");
    case "unknown":
      return answer("error", "Error", "Nothing was changed.");
  }
}

/** What has become of a registration since its page was opened, and of which it is asked whether to cancel it. */
const SINCE: Partial<Record<DelegateStatus, string>> = {
  pending: "Your registration is waiting for us to confirm it. Do you want to cancel it?",
  confirmed:
    "Your registration has been confirmed since you opened this page. Do you still want to cancel it?",
};

/** Why a registration could not be cancelled. */
const REFUSED: Partial<Record<DelegateStatus, string>> = {
  attended: "You have already checked in, so this registration was not cancelled.",
  declined: "This registration was declined, so there was nothing to cancel.",
};

async function confirmEmail(token: string): Promise<Response> {
  const isNews = await confirmEmailByLink(token);
  return redirectWithToast(
    registrationPath(encodeURIComponent(token)),
    isNews
      ? {
          type: "success",
          message: "Address Confirmed",
          description: "Emails about new registrations now come at once.",
        }
      : { type: "error", message: "Error", description: "Nothing was changed." },
  );
}
