import { createHash } from "node:crypto";
import { env } from "#app/platform/env.server.ts";

/** What every answer carries. */
export const SECURITY_HEADERS: Record<string, string> = {
  "X-Content-Type-Options": "nosniff",
  // Never no-referrer: browsers would send `Origin: null` with every form.
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "X-Frame-Options": "DENY",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
};
if (env.SITE_ORIGIN.startsWith("https:")) {
  SECURITY_HEADERS["Strict-Transport-Security"] = "max-age=63072000; includeSubDomains";
}

/** The policy of whatever is no page of the site. */
export const STRICT_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'";

/** What the route of a screen that has a use for the camera says in its `headers`. */
export const MAY_USE_CAMERA: Record<string, string> = {
  "Permissions-Policy": "camera=(self), microphone=(), geolocation=(), payment=()",
};

/** Adds the headers that every answer carries; what a route has set itself stays. */
export function addSecurityHeaders(headers: Headers): void {
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) {
    if (!headers.has(name)) headers.set(name, value);
  }
  if (!headers.has("Content-Security-Policy")) {
    headers.set("Content-Security-Policy", STRICT_POLICY);
  }
}

/** What a policy calls an inline script or style, by its text. */
export const policyHash = (text: string): string =>
  `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/**
 * The policy of an HTML page that has these inline scripts and styles. It names them by their hashes, not by a
 * nonce: the same bytes can be kept and sent to many visitors.
 */
export function pagePolicy(scripts: readonly string[], styles: readonly string[]): string {
  const sources = (texts: readonly string[]) => ["'self'", ...texts.map(policyHash)].join(" ");
  return [
    "default-src 'none'",
    `script-src ${sources(scripts)}`,
    // Vite's development server brings styles by script; a build has none of that.
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
