import { useEffect } from "react";
import { useFetcher } from "react-router";
import { backgroundRefreshAddress } from "#app/http/navigation-failure.ts";
import { countText } from "#app/platform/text.ts";
import { type ListedDelegate, REFRESH_S } from "#app/routes/admin/delegates/list/list-state.ts";

export type MailProgress = {
  waiting: number;
  leaving: number;
  delegates: Pick<ListedDelegate, "id" | "mails">[];
};

type WaitingMailProps = {
  waiting: number;
  leaving: number;
  isWatching: boolean;
  address: string;
  onSeen: (seen: MailProgress) => void;
};

/** Number of unsent emails. It is shown even if it is 0, so the list does not move. */
export function WaitingMail({ isWatching, address, onSeen, ...known }: WaitingMailProps) {
  const { data, state, load } = useFetcher<{ found: MailProgress | null } | null>();
  const seen = (data?.found ?? null) as MailProgress | null;
  // False after a failed request, because `data` is then null.
  const isGoingOn = data !== null && (seen ?? known).leaving > 0;
  useEffect(() => {
    if (state !== "idle" || !isGoingOn) return;
    const timer = setTimeout(() => load(backgroundRefreshAddress(address)), REFRESH_S * 1000);
    return () => clearTimeout(timer);
  }, [state, isGoingOn, load, address]);
  useEffect(() => {
    if (seen) onSeen(seen);
  }, [seen, onSeen]);
  return (
    <span role={isWatching ? "status" : undefined} className="tabular-nums">
      <span aria-hidden="true">· </span>
      {countText((seen ?? known).waiting, "email")} waiting
    </span>
  );
}
