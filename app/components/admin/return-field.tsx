import type { ReturnPlace } from "#app/http/list-form.ts";

/** Hidden field that, without JavaScript, makes the response return to the form's item. */
export function ReturnField({ at }: { at: ReturnPlace }) {
  return (
    <noscript>
      <input type="hidden" name="return" value={at} />
    </noscript>
  );
}
