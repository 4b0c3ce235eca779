// The site as its visitors reach it: asked by its public address, through whatever is in front.
import { type Check, ok, problem, reasonOf, warning } from "#app/doctor/check.ts";
import { fetchJson } from "#app/http/bounded-fetch.server.ts";
import { newProbe, PROBE_HEADER } from "#app/http/proxy-probe.server.ts";

type Settings = { SITE_ORIGIN: string; isSiteOriginKnown: boolean; TRUST_PROXY: number };

/** Whether the site answers at SITE_URL, and whether TRUST_PROXY is what arrives there. */
export async function checkAddress(settings: Settings): Promise<Check[]> {
  const { SITE_ORIGIN: origin, isSiteOriginKnown, TRUST_PROXY } = settings;
  const unset = isSiteOriginKnown
    ? []
    : [
        warning(
          "SITE_URL",
          `it is not set, so links in emails lead to ${origin}`,
          "Set it to the address that visitors see, such as https://conference.example.com.",
        ),
      ];
  const asked = await ask(origin);
  if ("status" in asked) return [...unset, asked];
  return [
    ...unset,
    ok("Address", `${origin} leads to this site, version ${asked.version}`),
    checkProxies(TRUST_PROXY, asked.hops),
  ];
}

async function ask(origin: string): Promise<Check | { version: string; hops: number }> {
  const name = "Address";
  try {
    const headers = { [PROBE_HEADER]: newProbe() };
    const { status, json } = await fetchJson(`${origin}/healthz`, { headers, redirect: "manual" });
    const { version, forwardedFor } = (json ?? {}) as { version?: string; forwardedFor?: number };
    if (status === 200 && version !== undefined && forwardedFor !== undefined) {
      return { version, hops: forwardedFor };
    }
    if (status === 200 && version !== undefined) {
      return problem(
        name,
        `a site answers at ${origin}, with another secret than this one’s`,
        "Is it another machine, or another DATA_DIR? Check where the name leads, and SESSION_SECRET.",
      );
    }
    return problem(
      name,
      `${origin}/healthz was answered with ${status}`,
      "Look at what is in front of the site: does it pass every path and name on? If it leads elsewhere, SITE_URL may be wrong.",
    );
  } catch (error) {
    return problem(
      name,
      `${origin} does not answer: ${reasonOf(error)}`,
      "Check in this order: does the site run, does the name lead to this machine, are the ports open, is the certificate valid? Some networks do not let a machine reach its own public address: then try it from another one.",
    );
  }
}

function checkProxies(trusted: number, hops: number): Check {
  const found = `${hops === 1 ? "1 address arrives" : `${hops} addresses arrive`} in X-Forwarded-For, and TRUST_PROXY is ${trusted}`;
  if (hops === trusted) return ok("Proxies", found);
  return problem(
    "Proxies",
    found,
    hops > trusted
      ? `Visitors share one limit. Set TRUST_PROXY=${hops}, if all of these proxies are your own.`
      : `Anyone can pass for someone else in the limits. Set TRUST_PROXY=${hops}.`,
  );
}
