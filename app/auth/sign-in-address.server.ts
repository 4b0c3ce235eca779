import { href } from "react-router";
import { env } from "#app/platform/env.server.ts";

/** A one-time link opens a page with a button; only the button uses the link up. */
export const signInAddress = (token: string): string =>
  `${env.SITE_ORIGIN}${href("/api/login")}?link=${token}`;
