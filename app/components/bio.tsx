/** What is said of a speaker, in the paragraphs it was written in. */
export function Bio({ text }: { text: string }) {
  return (
    <div className="bio">
      {text.split(/\n\s*\n/).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );
}
