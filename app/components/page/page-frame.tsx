import { SiteFooter } from "#app/components/page/site-footer.tsx";
import { SiteHeader } from "#app/components/page/site-header.tsx";
import { SkipLink } from "#app/components/page/skip-link.tsx";

/** What surrounds every public page. While a dialog is open over it, nothing in it can be reached. */
export function PageFrame({ children, inert = false }: { children: React.ReactNode; inert?: boolean }) {
  return (
    <div inert={inert}>
      <SkipLink isDialogOpen={inert} />
      <SiteHeader />
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter />
    </div>
  );
}
