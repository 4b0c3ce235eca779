import type { SendMailOptions } from "nodemailer";
import { conference } from "#app/conference/conference.ts";
import { db } from "#app/db/connection.server.ts";
import { CALENDAR_FILE_NAME, CALENDAR_TYPE, createDelegateCalendar } from "#app/mail/calendar.server.ts";
import { QR_CODE_CID, toMailContent } from "#app/mail/letter-formats.server.tsx";
import { type Delegate, fromAndReplyTo, privateLinkUrl, toSafeLine } from "#app/mail/letter-parts.server.ts";
import { isDigest, letterFor } from "#app/mail/letters.server.ts";
import { type MessageContent, previewLetter } from "#app/mail/message-letter.server.ts";
import { type Correction, findCorrection } from "#app/models/delegate/correction-history.server.ts";
import type { ClaimedMail } from "#app/models/outbox/outbox.server.ts";
import { env } from "#app/platform/env.server.ts";
import { openSharp } from "#app/platform/image-library.server.ts";
import { qrModules } from "#app/platform/qr-code.server.ts";

const CODE_SCALE = 8;

/** Addresses are objects, because nodemailer parses a string as a list of addresses. */
export async function composeMail(
  claimed: ClaimedMail,
  correction = findCorrection(db, claimed.delegate, claimed.mail.changesetId),
): Promise<SendMailOptions> {
  const { mail, delegate } = claimed;
  const letter = letterFor(claimed, correction);
  const { from, replyTo } = fromAndReplyTo();
  const isForOrganisers = mail.kind === "notification";
  return {
    // Every attempt has the same id, so mail programs can recognise a duplicate sent after a crash.
    messageId: `<${identityOf(claimed)}@${from.address.split("@")[1]}>`,
    date: isDigest(claimed) ? new Date(mail.note ?? 0) : mail.createdAt,
    from,
    replyTo: isForOrganisers ? undefined : replyTo,
    to: isForOrganisers
      ? env.NOTIFY_EMAIL.map((address) => ({ name: "", address }))
      : recipientOf(claimed, correction),
    ...toMailContent(letter),
    // Mail programs offer this beside a message to many. The organisers answer by hand.
    list: mail.kind === "message" ? { unsubscribe: UNSUBSCRIBE } : undefined,
    attachments: [
      letter.parts.some((part) => typeof part === "object" && "code" in part) && {
        filename: "code.png",
        content: await codeImage(privateLinkUrl(delegate)),
        contentType: "image/png",
        contentDisposition: "inline" as const,
        cid: QR_CODE_CID,
      },
      letter.hasCalendar && {
        filename: CALENDAR_FILE_NAME,
        content: await createDelegateCalendar(delegate),
        contentType: CALENDAR_TYPE,
      },
    ].filter((one) => typeof one === "object"),
  };
}

/** A digest's identity is its time, because any of its delegates may be erased before a retry. */
const identityOf = (claimed: ClaimedMail): string =>
  isDigest(claimed)
    ? `notices-${Date.parse(claimed.mail.note ?? "")}`
    : `mail-${claimed.mail.id}-${claimed.delegate.reference.toLowerCase()}`;

const UNSUBSCRIBE = `${conference.contact.email}?subject=Unsubscribe`;

/** A `moved` notice goes to the registration's previous email address. */
function recipientOf({ mail, delegate }: ClaimedMail, correction: Correction | null) {
  if (mail.kind !== "moved") return { name: toSafeLine(delegate.name), address: delegate.email };
  if (!correction) throw new Error("The address for this notice is no longer known");
  return { name: toSafeLine(correction.before.name), address: correction.before.email };
}

/** Composes a test copy of a message for an organiser, as this delegate would receive it. */
export function composeTestMail(written: MessageContent, delegate: Delegate, to: string): SendMailOptions {
  const content = toMailContent(previewLetter(written, delegate));
  const { from } = fromAndReplyTo();
  return { ...content, from, to: { name: "", address: to }, subject: `Test: ${content.subject}` };
}

/** Draws the QR code as a PNG, because mail programs cannot show SVG and `openSharp` blocks it. */
async function codeImage(text: string): Promise<Buffer> {
  const sharp = await openSharp();
  const rows = qrModules(text);
  const pixels = Uint8Array.from(rows.flat(), (isDark) => (isDark ? 0 : 255));
  const side = rows.length;
  return sharp(pixels, { raw: { width: side, height: side, channels: 1 } })
    .resize(side * CODE_SCALE, side * CODE_SCALE, { kernel: "nearest" })
    .png({ palette: true })
    .toBuffer();
}
