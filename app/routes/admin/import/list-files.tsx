import { conference } from "#app/conference/conference.ts";
import { TextLink } from "#app/routes/admin/parts.tsx";

const hasDecimalComma = new Intl.NumberFormat(conference.locale).format(1.5).includes(",");

/** The file for spreadsheet programs to which a comma belongs in a number. */
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

export function ListFiles({ screen }: { screen: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 text-base">
      <TextLink to={`${screen}/import`}>Import</TextLink>
      <a href={`${screen}.csv`} className="text-link" download>
        Export CSV
      </a>
      <SemicolonLink address={`${screen}.csv`} />
    </p>
  );
}
