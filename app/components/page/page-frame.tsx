import { SiteFooter } from "#app/components/page/site-footer.tsx";
import { SiteHeader } from "#app/components/page/site-header.tsx";
import { SkipLink } from "#app/components/page/skip-link.tsx";

/** What surrounds every public page. While a dialog is open over it, nothing in it can be reached. */
export function PageFrame({
  children,
  inert = false,
  isOver = false,
}: {
  children: React.ReactNode;
  inert?: boolean;
  /** Whether there is nothing left to register for. */
  isOver?: boolean;
}) {
  return (
    <div inert={inert}>
      <SkipLink isDialogOpen={inert} />
      <SiteHeader isOver={isOver} />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}
