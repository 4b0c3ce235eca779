// Links and tags are lists in JSON, and text in forms and files (models/editable/fields.ts).
import { z } from "zod";
import { httpUrl, requiredLine } from "#app/models/text/text.server.ts";

const AT_MOST = 10;

export const NamedLink = z.object({ label: z.string(), href: z.string() });

const Links = z.array(z.object({ label: requiredLine(80), href: httpUrl(500) }));
const Tags = z.array(requiredLine(30));

/** `read` converts the input to a list. An empty list becomes null. Errors refer to the field. */
function listOf<T>(noun: string, items: z.ZodArray<z.ZodType<T>>, read: (given: unknown) => unknown) {
  const schema = items.max(AT_MOST, { error: `Use ${AT_MOST} ${noun}s or fewer` });
  const { $schema: _, ...documented } = z.toJSONSchema(schema, { io: "input" });
  return z
    .unknown()
    .optional()
    .transform((given, context) => {
      const { data = [], error } = schema.safeParse(read(given ?? []));
      for (const { message, path } of error?.issues.slice(0, 1) ?? []) {
        const where = path[0] === undefined ? "" : `Correct ${noun} ${Number(path[0]) + 1}. `;
        context.addIssue({ code: "custom", message: where + message });
      }
      return data.length > 0 ? data : null;
    })
    .meta({ anyOf: [documented, { type: "null" }] });
}

/** The default label is the host name. */
function readLink(text: string) {
  const href = text.trim().split(/\s+/).at(-1) ?? "";
  const label = text.trim().slice(0, -href.length).trim().replace(/:$/, "");
  return { label: label || (URL.canParse(href) ? new URL(href).hostname : href), href };
}

export const namedLinksSchema = listOf("link", Links, (given) =>
  typeof given === "string" ? (given.match(/\S.*/g) ?? []).map(readLink) : given,
);

const readWords = (text: string) =>
  [...new Set(text.split(/[,、，]/).map((word) => word.trim()))].filter(Boolean);

export const tagsSchema = listOf("tag", Tags, (given) => {
  const isText = (one: unknown) => typeof one === "string";
  return isText(given) || (Array.isArray(given) && given.every(isText)) ? readWords(String(given)) : given;
});
