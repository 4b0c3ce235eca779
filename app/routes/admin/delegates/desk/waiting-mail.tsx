import { useEffect } from "react";
import { Link } from "react-router";
import { type DeskDelegate, LOOK_AGAIN_S } from "#app/routes/admin/delegates/desk/desk.ts";
import { useLookAgain } from "#app/routes/admin/delegates/desk/use-look-again.ts";
import { counted } from "#app/vocabulary/counted.ts";

/** What a look at the desk says: how many emails wait, and how those of its people stand. */
export type Seen = { waiting: number; leaving: number; delegates: Pick<DeskDelegate, "id" | "mails">[] };

/**
 * How many emails wait to go out, followed as long as some are about to. It has its place where there are none, too: the
 * list below does not move.
 */
export function WaitingMail({
  isWatching,
  address,
  onSeen,
  ...known
}: {
  waiting: number;
  leaving: number;
  isWatching: boolean;
  address: string;
  /** Hears of all that was seen. */
  onSeen: (seen: Seen) => void;
}) {
  const latest = useLookAgain<{ found: Seen | null }>(
    address,
    LOOK_AGAIN_S * 1000,
    (seen) => (seen?.found ?? known).leaving > 0,
  );
  const seen = latest?.found ?? null;
  useEffect(() => {
    if (seen) onSeen(seen);
  }, [seen, onSeen]);
  const { waiting, leaving } = seen ?? known;
  const text = `${counted(waiting, "email")} waiting`;
  return (
    <span role={isWatching ? "status" : undefined} className="tabular-nums">
      {" · "}
      {leaving === 0 || isWatching ? (
        text
      ) : (
        <Link to={address} className="text-link" preventScrollReset>
          {text}
        </Link>
      )}
    </span>
  );
}
