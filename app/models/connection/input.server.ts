import { z } from "zod";
import { CONNECTION_ROLES } from "#app/vocabulary/program.ts";

const id = z.number().int().positive();

export const ConnectionInput = z.object({
  speakerId: id,
  sessionId: id,
  role: z
    .string()
    .nullish()
    .transform((role) => role || "speaker")
    .pipe(z.enum(CONNECTION_ROLES))
    .meta({
      enum: [...CONNECTION_ROLES, "", null],
      description: "A blank, null or missing role means `speaker`.",
    }),
});
export type ConnectionValues = z.output<typeof ConnectionInput>;
