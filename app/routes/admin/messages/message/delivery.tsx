import { Form, useNavigation } from "react-router";
import { Timestamp } from "#app/components/admin/form-notices.tsx";
import { useRefresh } from "#app/components/page/loaded-document.ts";
import { NO_FILTER } from "#app/models/delegate/filter.ts";
import { numberText } from "#app/platform/text.ts";
import {
  confirmationUrl,
  delegateUrl,
  listUrl,
  MESSAGE_STATE_ELEMENT_ID,
  messageUrl,
} from "#app/routes/admin/delegates/list-url.ts";
import type { MessageScreenProps } from "#app/routes/admin/messages/message/write-form.tsx";
import { RuledSection, SmallLink, TextLink } from "#app/routes/admin/ui-elements.tsx";
import { canBeStopped, messageProgress, secondsUntilChange } from "#app/vocabulary/organiser-message.ts";

type DeliveryProps = Pick<MessageScreenProps, "message" | "unreached" | "now" | "formId">;

export function Delivery({ message, unreached, now, formId }: DeliveryProps) {
  const seconds = secondsUntilChange(message, now);
  useRefresh(seconds && Math.min(seconds, REFRESH_S), now);
  const { state, sendAt, failed, delivered, waiting, stopped, recipients } = message;
  const isBusy = useNavigation().formData?.get("intent") === "take-back";
  return (
    <>
      <section
        className="card p-5"
        aria-label="Delivery progress"
        data-tone={state === "promised" ? "yellow" : waiting > 0 ? "blue" : failed > 0 ? "red" : "green"}
      >
        {state === "promised" ? (
          <>
            <p id={MESSAGE_STATE_ELEMENT_ID} tabIndex={-1} role="status">
              It will be sent on {sendAt && <Timestamp at={sendAt} />}. No one has received it yet.
            </p>
            <Form method="post" action={messageUrl(message.id)} className="mt-4" preventScrollReset>
              <input type="hidden" name="formId" value={formId} />
              <button type="submit" name="intent" value="take-back" className="button" disabled={isBusy}>
                {isBusy ? "Taking it back..." : "Take it back"}
              </button>
            </Form>
          </>
        ) : (
          <>
            <p id={MESSAGE_STATE_ELEMENT_ID} tabIndex={-1} role="status" className="tabular-nums">
              {messageProgress(message)}
            </p>
            {waiting > 0 && (
              <progress
                className="mt-3 block w-full accent-link"
                max={recipients}
                value={delivered + failed + stopped}
                aria-label="Emails processed"
              />
            )}
            <p className="mt-2 text-base text-muted">
              It was sent on {sendAt && <Timestamp at={sendAt} />} and can no longer be taken back.
            </p>
            {canBeStopped(message) && (
              <p className="mt-4">
                <SmallLink id="stop" to={confirmationUrl(message.id, "stop")} preventScrollReset>
                  Stop sending
                </SmallLink>
              </p>
            )}
          </>
        )}
      </section>
      {unreached.length > 0 && <UnreachedSection failed={failed} unreached={unreached} />}
      <RuledSection id="text" title="Text">
        <p className="wrap-anywhere mt-4 font-semibold">{message.subject}</p>
        <p className="wrap-anywhere mt-4 whitespace-pre-line">{message.text}</p>
      </RuledSection>
    </>
  );
}

function UnreachedSection({ failed, unreached }: Pick<DeliveryProps, "unreached"> & { failed: number }) {
  const others = failed - unreached.length;
  return (
    <RuledSection id="unreached" title="Not delivered">
      <p className="mt-2">
        Choose “Send now” for each of these delegates in{" "}
        <TextLink to={listUrl(NO_FILTER)}>Registered Delegates</TextLink>.
      </p>
      <ul className="mt-4 grid gap-2">
        {unreached.map(({ id, name, problem }) => (
          <li key={id} className="wrap-anywhere">
            <TextLink to={delegateUrl(id, NO_FILTER)}>{name}</TextLink>
            {problem && <span className="block text-base text-muted">{problem}</span>}
          </li>
        ))}
        {others > 0 && <li>and {numberText(others)} more</li>}
      </ul>
    </RuledSection>
  );
}

/** Shorter than the interval without JavaScript, because the page itself does not reload. */
const REFRESH_S = 5;
