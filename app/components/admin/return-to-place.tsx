import type { ReturnPlace } from "#app/http/list-form.ts";

/** Without script the answer to a form leads back to its item. */
export function ReturnToPlace({ at }: { at: ReturnPlace }) {
  return (
    <noscript>
      <input type="hidden" name="return" value={at} />
    </noscript>
  );
}
