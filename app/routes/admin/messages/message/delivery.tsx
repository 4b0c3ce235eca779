import { useEffect } from "react";
import { Form, Link, useNavigation, useRevalidator } from "react-router";
import { Moment } from "#app/components/admin/moment.tsx";
import { NO_FILTER } from "#app/models/delegate/filter.ts";
import { deskAddress, personAddress } from "#app/routes/admin/delegates/desk-address.ts";
import { messageAddress, questionAddress, STATE_ID } from "#app/routes/admin/messages/message-address.ts";
import { numberText } from "#app/vocabulary/counted.ts";
import {
  canBeStopped,
  type MessageJson,
  messageProgress,
  secondsUntilNews,
} from "#app/vocabulary/organiser-message.ts";

type Unreached = { id: number; name: string; problem: string | null };

/** A message that is sent: when, how far it is, whom it did not reach, and the way to take it back. */
export function Delivery({
  message,
  unreached,
  now,
  formId,
}: {
  message: MessageJson;
  unreached: Unreached[];
  /** When this was read, in milliseconds since 1970. */
  now: number;
  formId: string;
}) {
  useLookAgain(secondsUntilNews(message, now), now);
  const { state, sendAt, failed, delivered, waiting, stopped, recipients } = message;
  const isBusy = useNavigation().formData?.get("intent") === "take-back";
  return (
    <>
      <section
        className="card p-5"
        aria-label="How far it is"
        data-tone={state === "promised" ? "yellow" : waiting > 0 ? "blue" : failed > 0 ? "red" : "green"}
      >
        {state === "promised" ? (
          <>
            <p id={STATE_ID} tabIndex={-1} role="status">
              It goes out on {sendAt && <Moment at={sendAt} />}. No one has got anything yet.
            </p>
            <Form method="post" action={messageAddress(message.id)} className="mt-4" preventScrollReset>
              <input type="hidden" name="formId" value={formId} />
              <button type="submit" name="intent" value="take-back" className="button" disabled={isBusy}>
                {isBusy ? "Taking it back..." : "Take it back"}
              </button>
            </Form>
          </>
        ) : (
          <>
            <p id={STATE_ID} tabIndex={-1} role="status" className="tabular-nums">
              {messageProgress(message)}
            </p>
            {waiting > 0 && (
              <progress
                className="mt-3 block w-full accent-link"
                max={recipients}
                value={delivered + failed + stopped}
                aria-label="Emails handled"
              />
            )}
            <p className="mt-2 text-base text-muted">
              It went out on {sendAt && <Moment at={sendAt} />} and can no longer be taken back.
            </p>
            {canBeStopped(message) && (
              <p className="mt-4">
                <Link
                  id="stop"
                  to={questionAddress(message.id, "stop")}
                  className="button button-quiet"
                  preventScrollReset
                >
                  Stop sending
                </Link>
              </p>
            )}
          </>
        )}
      </section>
      {unreached.length > 0 && <UnreachedSection failed={failed} unreached={unreached} />}
      <section aria-labelledby="text">
        <h2 id="text" className="border-ink border-t-3 pt-3 text-2xl">
          What it says
        </h2>
        <p className="wrap-anywhere mt-4 font-semibold">{message.subject}</p>
        <p className="wrap-anywhere mt-4 whitespace-pre-line">{message.text}</p>
      </section>
    </>
  );
}

function UnreachedSection({ failed, unreached }: { failed: number; unreached: Unreached[] }) {
  const others = failed - unreached.length;
  return (
    <section aria-labelledby="unreached">
      <h2 id="unreached" className="border-ink border-t-3 pt-3 text-2xl">
        Not delivered
      </h2>
      <p className="mt-2">
        “Send again” stands with each of them among the{" "}
        <Link to={deskAddress(NO_FILTER)} className="text-link">
          Registered Delegates
        </Link>
        .
      </p>
      <ul className="mt-4 grid gap-2">
        {unreached.map(({ id, name, problem }) => (
          <li key={id} className="wrap-anywhere">
            <Link to={personAddress(id, NO_FILTER)} className="text-link">
              {name}
            </Link>
            {problem && <span className="block text-base text-muted">{problem}</span>}
          </li>
        ))}
        {others > 0 && <li>and {numberText(others)} more</li>}
      </ul>
    </section>
  );
}

/** With script the numbers move by themselves, and the page stays where it is. */
function useLookAgain(seconds: number | null, readAt: number): void {
  const { revalidate, state } = useRevalidator();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was read anew is looked at again.
  useEffect(() => {
    if (seconds === null || state !== "idle") return;
    const timer = setTimeout(revalidate, Math.min(seconds, LOOK_AGAIN_S) * 1000);
    return () => clearTimeout(timer);
  }, [seconds, state, revalidate, readAt]);
}

/** More often than without script: nothing but the numbers is drawn anew. */
const LOOK_AGAIN_S = 5;
