import { z } from "zod";
import { requiredLine, requiredText } from "#app/models/text/text.server.ts";
import { findUnknownPlaceholder, hasLinkPlaceholder } from "#app/platform/placeholders.ts";

const unknownIn = (text: unknown): string =>
  `“${findUnknownPlaceholder(String(text))}” is not a placeholder. Use {name}, {reference} or {link}`;
const isKnown = (text: string) => findUnknownPlaceholder(text) === null;

export const MessageInput = z.object({
  subject: requiredLine(150)
    .refine(isKnown, { error: ({ input }) => unknownIn(input) })
    .refine((subject) => !hasLinkPlaceholder(subject), {
      error: "Put {link} in the text: other people may see the subject",
    }),
  text: requiredText(10_000).refine(isKnown, { error: ({ input }) => unknownIn(input) }),
  isForAll: z.boolean().nullish().transform(Boolean),
  isLive: z.boolean().nullish().transform(Boolean),
});
export type MessageValues = z.output<typeof MessageInput>;
