import { useActionData, useSearchParams } from "react-router";

/** Above a form that comes back as it was typed before its login ended. */
export const DraftNotice = () => (
  <p className="draft-notice card mb-6" data-tone="yellow">
    Not saved yet: you had been logged out. What you typed is below.
  </p>
);

/** On a screen that a button led away from, since its login had ended. A form that says so itself stands for it (panel.css). */
export function NotDoneNotice() {
  const [params] = useSearchParams();
  const answer = useActionData();
  if (!params.has("draft") || answer !== undefined) return null;
  return (
    <p className="not-done-notice card mb-6" data-tone="yellow">
      Not done yet: you had been logged out. Please do it once more.
    </p>
  );
}
