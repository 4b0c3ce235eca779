import { href } from "react-router";
import { PageLink } from "#app/components/page-link.tsx";
import { Thanks } from "#app/components/thanks.tsx";
import { conference } from "#app/conference/conference.ts";

/** In place of the form when the day is over. */
export function Closed() {
  return (
    <div className="page-width page-body">
      <title>{`Registration is closed – ${conference.name}`}</title>
      <h1 className="text-3xl">Delegate Registration</h1>
      <p className="mt-2 text-muted text-xl">Registration is closed.</p>
      <p className="mt-6 max-w-2xl">
        <Thanks />
      </p>
      <p className="mt-8">
        <PageLink to={`${href("/")}#program`} className="button">
          See the program
        </PageLink>
      </p>
    </div>
  );
}
