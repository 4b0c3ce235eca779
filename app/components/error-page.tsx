import { Link } from "react-router";
import { PageFrame } from "#app/components/page-frame.tsx";
import { conference } from "#app/conference.ts";

/** What a visitor sees when a page fails: what to do next, and nothing about the inside. */
export function ErrorPage({ status, message }: { status: number; message?: string }) {
  const isOurs = status >= 500;
  const title = isOurs ? "Sorry, something went wrong" : "This did not work";
  return (
    <PageFrame>
      <title>{`${title} – ${conference.name}`}</title>
      <div className="page-width section min-h-[60vh] pt-[calc(var(--header-height)+4rem)]">
        <p className="font-semibold text-muted">{status}</p>
        <h1 className="mt-2 text-3xl">{title}</h1>
        <p className="mt-4 max-w-2xl">{message ?? (isOurs ? OUR_FAULT : GENERAL)}</p>
        <p className="mt-4 max-w-2xl">
          If it keeps happening, write to{" "}
          <a className="text-link" href={`mailto:${conference.contact.email}`}>
            {conference.contact.email}
          </a>{" "}
          and say what you were doing.
        </p>
        <p className="mt-8">
          <Link to="/" className="button" reloadDocument>
            Go to the conference page
          </Link>
        </p>
      </div>
    </PageFrame>
  );
}

const OUR_FAULT =
  "The fault is on our side. Go back and try again in a few minutes; what was already registered is safe.";
const GENERAL = "The page does not take this kind of request. Go back, reload the page and try again.";
