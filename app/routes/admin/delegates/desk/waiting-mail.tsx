import { Link } from "react-router";
import { LOOK_AGAIN_S } from "#app/routes/admin/delegates/desk/desk.ts";
import { useLookAgain } from "#app/routes/admin/delegates/desk/use-look-again.ts";
import { counted } from "#app/vocabulary/counted.ts";

/**
 * How many emails wait to go out, followed as long as some are about to. It has its place where there are none, too: the
 * list below does not move.
 */
export function WaitingMail({
  isWatching,
  address,
  ...known
}: {
  waiting: number;
  leaving: number;
  isWatching: boolean;
  address: string;
}) {
  const latest = useLookAgain<{ found: typeof known | null }>(
    address,
    LOOK_AGAIN_S * 1000,
    (seen) => (seen?.found ?? known).leaving > 0,
  );
  const { waiting, leaving } = latest?.found ?? known;
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
