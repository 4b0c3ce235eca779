import { href } from "react-router";
import { PageFrame } from "#app/components/page/page-frame.tsx";
import { PageLink } from "#app/components/page-link.tsx";
import { conference } from "#app/conference/conference.ts";

/** Any path that the site does not have (specification, 2). */
export function NotFoundPage() {
  return (
    <PageFrame>
      <title>{`Page Not Found – ${conference.name}`}</title>
      <div className="page-width page-body">
        <p className="font-semibold text-muted">404</p>
        <h1 className="mt-2 text-3xl">Page Not Found</h1>
        <p className="mt-4 max-w-2xl">Did you forget to add the page to the router?</p>
        <p className="mt-4 max-w-2xl">
          The page may have moved. Everything about the day is on our home page.
        </p>
        <p className="mt-8">
          <PageLink to={href("/")} className="button">
            Go to the conference page
          </PageLink>
        </p>
      </div>
    </PageFrame>
  );
}
