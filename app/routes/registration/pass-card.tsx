import { FactList, formatFact } from "#app/components/fact-list.tsx";
import { conference } from "#app/conference/conference.ts";
import type { DayFact } from "#app/conference/day-facts.ts";
import type { qrSvgPath } from "#app/platform/qr-code.server.ts";
import passStyles from "#app/routes/registration/pass-card.css?url";
import type { DelegateStatus } from "#app/vocabulary/delegate-status.ts";
import { findPass } from "#app/vocabulary/pass.ts";
import { formatReference } from "#app/vocabulary/registration.ts";

export type PassCardProps = {
  registration: { registrationType: string; reference: string; status: DelegateStatus; isWaiting: boolean };
  /** Null if the registration may have become another person's. */
  name: string | null;
  /** The delegate's work, as on the badge. */
  work?: string;
  facts: DayFact[];
  code?: ReturnType<typeof qrSvgPath> | null;
};

export const PASS_STATUSES: Record<DelegateStatus, { text: string; tone: string }> = {
  pending: { text: "Registered", tone: "blue" },
  confirmed: { text: "Confirmed", tone: "green" },
  declined: { text: "Declined", tone: "grey" },
  cancelled: { text: "Cancelled", tone: "grey" },
  attended: { text: "Checked in", tone: "green" },
};

const CODE_COMES = "Your code for the door comes once your pass is confirmed.";
const WAITING = { text: "Waiting list", tone: "yellow" };

/** The delegate's pass. Its style sheet is separate, because only two pages need it. */
export function PassCard({ registration, name, work, facts, code }: PassCardProps) {
  const { registrationType, reference, status, isWaiting } = registration;
  const pass = findPass(registrationType);
  const { text, tone } = isWaiting ? WAITING : PASS_STATUSES[status];
  const value = <strong className="font-semibold text-xl">{formatReference(reference)}</strong>;
  const referenceFact = { name: "Reference", value };
  // Without a code, the reference comes first, where no toast covers it on a phone.
  const shownFacts = [...(code ? [] : [referenceFact]), ...facts.map(formatFact)];
  return (
    <div className="pass mt-6">
      <link rel="stylesheet" href={passStyles} precedence="part" />
      <div className="pass-card grid text-base">
        <div className="px-6 py-4">
          <p className="pass-head flex flex-wrap items-baseline justify-between gap-x-4 font-semibold">
            <span className="font-display text-xl">{conference.name}</span> {pass.name}
          </p>
          {name && <p className={`pass-name mt-4 mb-3 ${name.length > 40 ? "pass-long" : ""}`}>{name}</p>}
          <p className="text-muted">{work}</p>
          <FactList className="mt-4 flex flex-wrap gap-x-8 gap-y-3 font-semibold" facts={shownFacts} />
        </div>
        <div className="pass-stub grid gap-2 p-6">
          <p className="badge" data-tone={tone}>
            {status === "pending" && !isWaiting && pass.needsDecision ? "Waiting for a decision" : text}
          </p>
          {status === "pending" && <p>{isWaiting ? "You don’t have a place yet." : CODE_COMES}</p>}
          {code && (
            <>
              <svg
                role="img"
                aria-label="QR code of the link to this page"
                viewBox={`0 0 ${code.size} ${code.size}`}
              >
                <path d={`M0 0h${code.size}v${code.size}h-${code.size}z`} fill="#fff" />
                <path d={code.path} fill="#000" shapeRendering="crispEdges" />
              </svg>
              <FactList facts={[referenceFact]} />
            </>
          )}
        </div>
      </div>
    </div>
  );
}
