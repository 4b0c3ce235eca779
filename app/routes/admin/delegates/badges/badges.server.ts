import { tryOrLog } from "#app/http/admin-action.server.ts";
import { parseId } from "#app/http/json.server.ts";
import { BADGES_A_PAGE, listBadges } from "#app/models/delegate/badge.server.ts";
import type { Delegate } from "#app/models/delegate/delegate.server.ts";
import { readName } from "#app/models/delegate/name.ts";
import { qrSvgPath } from "#app/platform/qr-code.server.ts";
import { nameSizeOf, textSizeOf } from "#app/routes/admin/delegates/badges/badge-size.server.ts";

/**
 * What the badges screen prints: everybody who is confirmed or checked in, `page` by page, or one person
 * with `id`. Null where the database could not be read.
 */
export async function loadBadges(searchParams: URLSearchParams) {
  const page = parseId(searchParams.get("page") ?? "") ?? 1;
  const id = searchParams.has("id") ? (parseId(searchParams.get("id") ?? "") ?? 0) : null;
  const read = await tryOrLog(() => listBadges({ id, page }));
  if (!read) return null;
  const { delegates, total, pending } = read.value;
  const pages = Math.max(1, Math.ceil(total / BADGES_A_PAGE));
  const from = (page - 1) * BADGES_A_PAGE + 1;
  return { badges: delegates.map(toBadge), total, pending, page, pages, from };
}
export type BadgesData = NonNullable<Awaited<ReturnType<typeof loadBadges>>>;
export type BadgeData = ReturnType<typeof toBadge>;

function toBadge({ id, name, jobTitle, outlet, registrationType, reference }: Delegate) {
  const { before, given, family, after } = readName(name);
  // In the order in which they write it; of 'Whitfield, Ada' the given name comes first.
  const [first, second] = name.includes(`${family} ${given}`)
    ? [family, given]
    : [given || family, given && family];
  const beside = [before, after].filter(Boolean).join(", ");
  return {
    id,
    first,
    second,
    beside,
    size: nameSizeOf(first, second, beside === "" ? 22 : 18),
    facts: [jobTitle, ...(outlet === null ? [] : [outlet])].map((text) => ({ text, size: textSizeOf(text) })),
    registrationType,
    reference,
    // Not the private link: a badge is worn where everybody can photograph it.
    code: qrSvgPath(reference),
  };
}
