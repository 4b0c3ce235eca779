import type { ReturnPlace } from "#app/http/list-form.ts";

/** Without JavaScript, returns to the form's item after its submission. */
export function ReturnField({ at }: { at: ReturnPlace }) {
  return (
    <noscript>
      <input type="hidden" name="return" value={at} />
    </noscript>
  );
}
