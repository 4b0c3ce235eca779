import { useEffect } from "react";
import { Link, useFetcher } from "react-router";
import { LOOK_AGAIN_S } from "#app/routes/admin/delegates/desk/desk.ts";
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
  const { data, state, load } = useFetcher<{ found: { waiting: number; leaving: number } | null }>();
  const { waiting, leaving } = data?.found ?? known;
  useEffect(() => {
    if (state !== "idle" || leaving === 0) return;
    const timer = setTimeout(() => load(address), LOOK_AGAIN_S * 1000);
    return () => clearTimeout(timer);
  }, [state, leaving, load, address]);
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
