// What the answers of JSON calls are made of.
import { z } from "zod";

export const id = z.int().positive();
export const text = z.string();
export const moment = z.iso.datetime();
export const sortOrder = z.int().describe("The place among those of the same time or category.");
