import { href } from "react-router";
import { env } from "#app/platform/env.server.ts";

/** A one-time link leads to a page with a button, which alone uses it up. */
export const signInAddress = (token: string): string =>
  `${env.SITE_ORIGIN}${href("/api/login")}?link=${token}`;
