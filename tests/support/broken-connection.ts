import type { Page, Route } from "@playwright/test";

const HTML = {
  contentType: "text/html",
  body: "<!doctype html><title>Bad gateway</title><h1>Not this site</h1>",
};
const PORTAL = "https://portal.example/login";

/** Connection failures: no response, an incomplete one, or one from another server. */
export const BREAKS: Record<string, (route: Route) => Promise<void>> = {
  "a connection that was reset": (route) => route.abort("connectionreset"),
  "no connection": (route) => route.abort("internetdisconnected"),
  "a time limit of the browser": (route) => route.abort("timedout"),
  "a proxy's 502": (route) => route.fulfill({ status: 502, ...HTML }),
  "a proxy's 503": (route) => route.fulfill({ status: 503, ...HTML, headers: { "Retry-After": "5" } }),
  "the page of a captive portal": (route) => route.fulfill({ status: 200, ...HTML }),
  "a login of the network": (route) => route.fulfill({ status: 401, ...HTML }),
  "no body at all": (route) => route.fulfill({ status: 204 }),
  "half an answer": (route) =>
    route.fulfill({ status: 200, contentType: "text/x-script", body: '[{"_1":2},"data",{"_3":' }),
  "a redirect to another site": (route) => route.fulfill({ status: 302, headers: { Location: PORTAL } }),
};

/** Returns true if `fault` is the browser's message about the blocked redirect to PORTAL. */
export const isPortalFault = (fault: string): boolean => fault.includes(PORTAL);

/** Handles React Router's requests with `answer` until `mend` is called. */
export async function breakConnection(
  page: Page,
  answer: (route: Route) => Promise<void>,
  method?: "GET" | "POST",
): Promise<{ mend: () => Promise<void>; requests: () => number }> {
  let requests = 0;
  const handler = (route: Route) => {
    if (method !== undefined && route.request().method() !== method) return route.fallback();
    requests += 1;
    return answer(route);
  };
  await page.route(/\.data\b/, handler);
  return { mend: () => page.unroute(/\.data\b/, handler), requests: () => requests };
}

/** Values of all form controls on the page. A form that was sent back has no trap for form fillers. */
export const contentsOf = (page: Page): Promise<unknown[]> =>
  page.locator(":is(input, select, textarea):not([aria-hidden] *)").evaluateAll((controls) =>
    controls.map((control) => {
      if (control instanceof HTMLInputElement && control.type === "file")
        return Array.from(control.files ?? [], ({ name, size }) => `${name}, ${size} bytes`);
      if (control instanceof HTMLInputElement && control.type === "checkbox") return control.checked;
      return (control as HTMLInputElement).value;
    }),
  );
