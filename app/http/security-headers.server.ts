import { createHash } from "node:crypto";
import { env } from "#app/platform/env.server.ts";

/** For every response. Pages replace the policy. */
export const SECURITY_HEADERS: Record<string, string> = {
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'",
  "X-Content-Type-Options": "nosniff",
  // `no-referrer` would make browsers send `Origin: null` with every form.
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
};
if (env.SITE_ORIGIN.startsWith("https:"))
  SECURITY_HEADERS["Strict-Transport-Security"] =
    `max-age=63072000${env.HSTS_SUBDOMAINS === "on" ? "; includeSubDomains" : ""}`;

export const CAMERA_HEADERS: Record<string, string> = {
  "Permissions-Policy": "camera=(self), microphone=(), geolocation=(), payment=()",
};

export const policyHash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** Allows inline scripts and styles by hash, because a cached page cannot contain a new nonce. */
export function pagePolicy(scripts: readonly string[], styles: readonly string[]): string {
  const sources = (texts: readonly string[]) => ["'self'", ...texts.map(policyHash)].join(" ");
  return [
    "default-src 'none'",
    `script-src ${sources(scripts)}`,
    // Vite's development server adds styles with JavaScript.
    import.meta.env.DEV ? "style-src 'self' 'unsafe-inline'" : `style-src ${sources(styles)}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}
