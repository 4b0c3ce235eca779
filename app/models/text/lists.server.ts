// Links and tags: JSON has lists, and forms and files their text (models/editable/fields.ts).
import { z } from "zod";
import { VISIBLE_LINE, WEB_ADDRESS } from "#app/models/text/patterns.server.ts";
import { line, webAddress } from "#app/models/text/text.server.ts";

const AT_MOST = 10;
const LABEL = 80;
const ADDRESS = 500;
const TAG = 30;

export const NamedLink = z.object({ label: z.string(), href: z.string() });

const Links = z
  .array(z.object({ label: line(LABEL), href: webAddress(ADDRESS) }))
  .max(AT_MOST, { error: `Use ${AT_MOST} links or fewer` });
const Tags = z.array(line(TAG)).max(AT_MOST, { error: `Use ${AT_MOST} tags or fewer` });

/** `read` makes the list of what came; an empty one is null, and a problem is said of the field as a whole. */
const listOf = <T>(schema: z.ZodType<T[]>, item: string, read: (given: unknown) => unknown, items: object) =>
  z
    .unknown()
    .optional()
    .transform((given, context) => {
      const { data = [], error } = schema.safeParse(read(given ?? []));
      for (const { message, path } of error?.issues.slice(0, 1) ?? []) {
        const where = path[0] === undefined ? "" : `${item} ${Number(path[0]) + 1}: `;
        context.addIssue({ code: "custom", message: `${where}${message}` });
      }
      return data.length > 0 ? data : null;
    })
    .meta({ type: ["array", "null"] as never, maxItems: AT_MOST, items });

/** Without a label the site's name is one. */
function readLink(text: string) {
  const [, label = "", href = ""] = /^(.*?):?\s*(\S+)$/.exec(text.trim()) ?? [];
  return { label: label || (URL.canParse(href) ? new URL(href).hostname : href), href };
}

export const namedLinks = listOf(
  Links,
  "Link",
  (given) =>
    typeof given === "string"
      ? given
          .split(/[\r\n]+/)
          .filter((text) => text.trim())
          .map(readLink)
      : given,
  {
    type: "object",
    required: ["label", "href"],
    properties: {
      label: { type: "string", minLength: 1, maxLength: LABEL, pattern: VISIBLE_LINE },
      href: { type: "string", format: "uri", maxLength: ADDRESS, pattern: WEB_ADDRESS },
    },
  },
);

const isWords = (given: unknown) =>
  typeof given === "string" || (Array.isArray(given) && given.every((one) => typeof one === "string"));

export const shortWords = listOf(
  Tags,
  "Tag",
  (given) =>
    isWords(given)
      ? [
          ...new Set(
            String(given)
              .split(/[,、，]/)
              .map((word) => word.trim())
              .filter(Boolean),
          ),
        ]
      : given,
  { type: "string", minLength: 1, maxLength: TAG, pattern: VISIBLE_LINE },
);
