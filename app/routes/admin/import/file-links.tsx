import { conference } from "#app/conference/conference.ts";
import { TextLink } from "#app/routes/admin/ui-elements.tsx";

const hasDecimalComma = new Intl.NumberFormat(conference.locale).format(1.5).includes(",");

/** Link to a file for spreadsheet programs that use a comma as the decimal separator. */
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

export function FileLinks({ screen }: { screen: string }) {
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
