import type { SubmissionResult } from "@conform-to/react";

/** The version that somebody else saved in between, beside one's own in the form below it. */
export function StaleNotice({
  labels,
  current,
}: {
  labels: Record<string, string>;
  current: Record<string, string>;
}) {
  return (
    <section className="card mb-6" data-tone="yellow" aria-labelledby="stale-title">
      <h3 id="stale-title" className="text-xl">
        The version that is saved now
      </h3>
      <dl className="mt-2 text-base">
        {Object.entries(labels)
          .filter(([name]) => current[name])
          .map(([name, label]) => (
            <div key={name} className="mt-1">
              <dt className="inline font-semibold">{label}: </dt>
              <dd className="wrap-anywhere inline whitespace-pre-line">
                {current[name] === "on" ? "yes" : current[name]}
              </dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

/** What was typed into a form that came back. */
export const typedOf = (result: SubmissionResult | undefined) =>
  (result?.initialValue as Record<string, string> | undefined) ?? null;

/** Whether a save was refused because somebody else had saved in between. */
export const isStale = (result: SubmissionResult | undefined) =>
  result?.error?.[""]?.some((message) => message.startsWith("Somebody else saved")) ?? false;

/** Which version the form knows, in milliseconds: the one it was opened with, or the one it was just shown. */
export const seenOf = (
  updatedAt: string,
  typed: Record<string, string> | null,
  result: SubmissionResult | undefined,
): string => (!isStale(result) && typed?.seen) || String(Date.parse(updatedAt));
