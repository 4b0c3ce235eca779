/**
 * What is there, or in its place what covers it for a while. Out of sight it stays in the page with all that
 * is typed into it: the way elsewhere may end where it began.
 */
export function Covered({ by, children }: { by: React.ReactNode; children: React.ReactNode }) {
  return (
    <>
      <div hidden={Boolean(by)}>{children}</div>
      {by}
    </>
  );
}
