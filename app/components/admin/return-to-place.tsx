import type { ReturnPlace } from "#app/http/return-place.ts";

/** Has the answer to a form about one thing of a list come back there, where no script keeps the page in its place. */
export function ReturnToPlace({ at }: { at: ReturnPlace }) {
  return (
    <noscript>
      <input type="hidden" name="return" value={at} />
    </noscript>
  );
}
