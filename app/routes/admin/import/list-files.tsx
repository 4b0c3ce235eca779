import { Link } from "react-router";

/** The ways in and out of a list: a spreadsheet that is imported, and the file that it can begin with. */
export function ListFiles({ screen }: { screen: string }) {
  return (
    <p className="flex items-center gap-4 text-base">
      <Link to={`${screen}/import`} className="text-link">
        Import
      </Link>
      <a href={`${screen}.csv`} className="text-link" download>
        Export CSV
      </a>
    </p>
  );
}
