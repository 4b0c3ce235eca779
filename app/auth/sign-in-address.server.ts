import { href } from "react-router";
import { env } from "#app/platform/env.server.ts";

/** Opens a page with a button; only the button uses up the one-time link. */
export const signInAddress = (token: string): string =>
  `${env.SITE_ORIGIN}${href("/api/login")}?link=${token}`;
