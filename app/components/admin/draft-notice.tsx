/** Above a form that comes back as it was typed before its login ended. */
export const DraftNotice = () => (
  <p className="card mb-6" data-tone="yellow">
    Not saved yet: you had been logged out. What you typed is below.
  </p>
);
