import { Link } from "react-router";
import { conference } from "#app/conference/conference.ts";

const hasDecimalComma = new Intl.NumberFormat(conference.locale).format(1.5).includes(",");

/** The same file for spreadsheet programs to which a comma belongs in a number. */
export const SemicolonLink = ({ address }: { address: string }) =>
  hasDecimalComma && (
    <a
      href={`${address}${address.includes("?") ? "&" : "?"}separator=semicolon`}
      className="text-link"
      download
    >
      CSV with semicolons
    </a>
  );

/** The ways in and out of a list: a spreadsheet that is imported, and the file that it can begin with. */
export function ListFiles({ screen }: { screen: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-base">
      <Link to={`${screen}/import`} className="text-link">
        Import
      </Link>
      <a href={`${screen}.csv`} className="text-link" download>
        Export CSV
      </a>
      <SemicolonLink address={`${screen}.csv`} />
    </p>
  );
}
