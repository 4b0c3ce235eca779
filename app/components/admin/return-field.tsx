import type { ReturnPlace } from "#app/http/list-form.ts";

/** Without JavaScript, this field makes the redirect after a submission lead back to the item. */
export function ReturnField({ at }: { at: ReturnPlace }) {
  return (
    <noscript>
      <input type="hidden" name="return" value={at} />
    </noscript>
  );
}
