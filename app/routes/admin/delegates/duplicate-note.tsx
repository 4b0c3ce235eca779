import { Link } from "react-router";
import type { Duplicate } from "#app/models/delegate/duplicate.ts";
import { NO_FILTER } from "#app/models/delegate/filter.ts";
import { deskAddress } from "#app/routes/admin/delegates/desk-address.ts";

/** Says with what somebody else registered too, and leads to all of them. */
export function DuplicateNote({
  name,
  email,
  duplicate,
}: {
  name: string;
  email: string | null;
  duplicate: Duplicate | null;
}) {
  if (!duplicate) return null;
  const { sameEmail, sameName } = duplicate;
  const shared = sameEmail ? (sameName ? "name and email" : "email") : "name";
  return (
    <p className="mt-2 text-base">
      <span className="badge" data-tone="yellow">
        Possible duplicate
      </span>{" "}
      <Link className="text-link" to={deskAddress({ ...NO_FILTER, q: (sameEmail && email) || name })}>
        Show all with this {shared}
      </Link>
    </p>
  );
}
