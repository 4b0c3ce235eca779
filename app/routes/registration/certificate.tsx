import { data, href } from "react-router";
import { TextLink } from "#app/components/links.tsx";
import { conference } from "#app/conference/conference.ts";
import { addressLine } from "#app/conference/day-facts.ts";
import { fullName } from "#app/models/delegate/person-name.ts";
import { getRegistrationByLink } from "#app/models/delegate/private-link.server.ts";
import certificateStyles from "#app/routes/registration/certificate.css?url";
import { UnknownRegistration } from "#app/routes/registration/unknown-registration.tsx";
import { formatReference } from "#app/vocabulary/registration.ts";
import type { Route } from "./+types/certificate";

/** Exists only while the delegate is checked in, so an undone check-in withdraws it. */
export async function loader({ params }: Route.LoaderArgs) {
  const delegate = await getRegistrationByLink(params.token);
  if (!delegate) return data(null, { status: 404 });
  if (delegate.status !== "attended") return data({ name: null, reference: "" }, { status: 404 });
  return { name: fullName(delegate.name), reference: formatReference(delegate.reference) };
}

export default function Certificate({ loaderData, params }: Route.ComponentProps) {
  if (!loaderData) return <UnknownRegistration />;
  const { name, reference } = loaderData;
  const { name: event, date } = conference;
  return (
    <div className="page-width page-body">
      <title>{`Certificate of Attendance – ${event}`}</title>
      <link rel="stylesheet" href={certificateStyles} precedence="part" />
      {name === null ? (
        <>
          <h1 className="text-3xl">Certificate of Attendance</h1>
          <p className="mt-6">There is no certificate, because you have not been checked in at {event}.</p>
        </>
      ) : (
        <div className="certificate card">
          <h1 className="text-3xl">Certificate of Attendance</h1>
          <p className="certificate-name">{name}</p>
          <p>attended</p>
          <p className="font-display font-semibold text-2xl">{event}</p>
          <p>
            <time dateTime={date.iso}>{date.long}</time>
          </p>
          <p>{addressLine(conference)}</p>
          <p className="text-base text-muted">Registration {reference}</p>
        </div>
      )}
      <p className="mt-8 no-print">
        {name !== null && "To keep it, print this page or save it as a PDF. "}
        <TextLink to={href("/registration/:token", params)}>Back to your registration</TextLink>
      </p>
    </div>
  );
}
