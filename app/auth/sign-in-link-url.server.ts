import { href } from "react-router";
import { env } from "#app/platform/env.server.ts";

/** The address opens a page with a button. Only pressing the button uses up the one-time link. */
export const signInLinkUrl = (token: string): string =>
  `${env.SITE_ORIGIN}${href("/api/login")}?link=${token}`;
