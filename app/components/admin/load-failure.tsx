/** A list that could not be loaded, and a link that loads its page anew, with script and without. */
export function LoadFailure({ text, href }: { text: string; href: string }) {
  return (
    <div role="alert">
      <p>{text}</p>
      <p className="mt-4">
        <a href={href} className="button">
          Try Again
        </a>
      </p>
    </div>
  );
}
