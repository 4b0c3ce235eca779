import { z } from "zod";
import { findUnknown, hasLink } from "#app/models/message/placeholders.ts";
import { line, requiredText } from "#app/models/text/text.server.ts";

const unknownIn = (text: unknown): string =>
  `“${findUnknown(String(text))}” is not a placeholder. Use {name}, {reference} or {link}`;
const isKnown = (text: string) => findUnknown(text) === null;

export const MessageInput = z.object({
  subject: line(150)
    .refine(isKnown, { error: ({ input }) => unknownIn(input) })
    .refine((subject) => !hasLink(subject), {
      error: "Put {link} into the text: others may see the subject",
    }),
  text: requiredText(10_000).refine(isKnown, { error: ({ input }) => unknownIn(input) }),
  isForAll: z
    .boolean()
    .nullish()
    .transform((isForAll) => isForAll ?? false),
});
export type MessageValues = z.output<typeof MessageInput>;
