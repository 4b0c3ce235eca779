import { registration } from "./factories.ts";
import { aFormId } from "./form-id.ts";

/** Registers a person on a running site by form or API. @throws if the site refuses. */
export async function registerOverHttp(
  origin: string,
  way: "form" | "api",
  changes: Record<string, string>,
): Promise<void> {
  const answers = registration(changes);
  const isForm = way === "form";
  const response = await fetch(`${origin}${isForm ? "/register" : "/api/registrations"}`, {
    method: "POST",
    redirect: "manual",
    headers: { "Content-Type": isForm ? "application/x-www-form-urlencoded" : "application/json" },
    body: isForm
      ? new URLSearchParams({ formId: aFormId(), ...answers }).toString()
      : JSON.stringify(answers),
  });
  if (response.status !== (isForm ? 303 : 201)) {
    throw new Error(`Registered over ${way}: ${response.status} ${await response.text()}`);
  }
}
