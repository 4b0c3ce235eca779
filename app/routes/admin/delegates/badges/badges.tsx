import { data, href } from "react-router";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { LoadFailure } from "#app/components/admin/fallback-pages.tsx";
import { Pagination } from "#app/components/admin/pagination.tsx";
import { useHydrated } from "#app/components/page/loaded-document.ts";
import { conference } from "#app/conference/conference.ts";
import { countText, numberText } from "#app/platform/text.ts";
import badgeStyles from "#app/routes/admin/delegates/badges/badges.css?url";
import {
  type BadgeData,
  type BadgesData,
  loadBadges,
} from "#app/routes/admin/delegates/badges/badges.server.ts";
import { badgesUrl, isFilterSet, listUrl } from "#app/routes/admin/delegates/list-url.ts";
import { DocumentLink, PrintButton } from "#app/routes/admin/ui-elements.tsx";
import { findPass, passName } from "#app/vocabulary/pass.ts";
import type { Route } from "./+types/badges";

const BADGES_A_SHEET = 10;
const A4_NOTE =
  "Print this page on A4 paper at 100%, with no margins added by the printer. Each sheet has ten badges of 90 by 55 mm.";
const LABEL_NOTE =
  "Print this page on labels of 90 by 55 mm at 100%, with no margins added by the printer. Each has one badge.";

export async function loader({ request }: Route.LoaderArgs) {
  const badges = await loadBadges(new URL(request.url).searchParams);
  return data({ badges }, { status: badges ? 200 : 500 });
}

/** Badges of 90 by 55 mm, ten on an A4 sheet or, with `?labels`, one on each page. */
export default function Badges({ loaderData: { badges: loaded } }: Route.ComponentProps) {
  const isHydrated = useHydrated();
  const sheets = sheetsOf(loaded?.badges ?? [], loaded?.isLabels ? 1 : BADGES_A_SHEET);
  return (
    <AdminPage
      title="Badges"
      subtitle={loaded && describe(loaded)}
      isOwnDocument
      actions={isHydrated && sheets.length > 0 && <PrintButton />}
    >
      <link rel="stylesheet" href={badgeStyles} precedence="screen" />
      {loaded === null ? (
        <LoadFailure text="Failed to load delegates" href={href("/admin/delegates/badges")} />
      ) : (
        <>
          <div className="badge-notes">
            <p>
              {sheets.length === 0
                ? "There are no badges to print yet. Only delegates who are confirmed or checked in get a badge."
                : `${loaded.isLabels ? LABEL_NOTE : A4_NOTE} Only delegates who are confirmed or checked in get a badge.`}
            </p>
            <p className="mt-2 flex flex-wrap gap-x-6">
              <DocumentLink href={listUrl(loaded.filter)}>Registered Delegates</DocumentLink>
              <DocumentLink href={urlOf(loaded, loaded.page, !loaded.isLabels)}>
                {loaded.isLabels ? "Ten badges a sheet" : "One badge a page, for label printers"}
              </DocumentLink>
              {loaded.pages > 1 && (
                <Pagination
                  page={loaded.page}
                  pageCount={loaded.pages}
                  what="badges"
                  url={(page) => urlOf(loaded, page, loaded.isLabels)}
                  reloadDocument
                />
              )}
            </p>
          </div>
          {sheets.map((sheet, index) => (
            <ul
              key={sheet[0]?.id}
              className="badge-sheet"
              data-labels={loaded.isLabels || undefined}
              aria-label={`Sheet ${index + 1} of ${sheets.length}`}
            >
              {sheet.map((badge) => (
                <Badge key={badge.id} badge={badge} />
              ))}
            </ul>
          ))}
        </>
      )}
    </AdminPage>
  );
}

const urlOf = ({ filter, more }: BadgesData, page: number, isLabels: boolean): string =>
  badgesUrl(filter, page, isLabels ? { ...more, labels: "" } : more);

const sheetsOf = (badges: BadgeData[], size: number): BadgeData[][] =>
  Array.from({ length: Math.ceil(badges.length / size) }, (_, index) =>
    badges.slice(index * size, (index + 1) * size),
  );

function describe({ badges, total, from, pages, filter }: BadgesData): string {
  const all = countText(total, "badge") + (isFilterSet(filter) ? " of the filtered list" : "");
  if (pages === 1 || badges.length === 0) return all;
  return `${numberText(from)} to ${numberText(from + badges.length - 1)} of ${all}`;
}

function Badge({ badge }: { badge: BadgeData }) {
  const { first, second, beside, size, facts, registrationType, reference, code } = badge;
  return (
    <li className="name-badge" data-tone={findPass(registrationType).tone}>
      <div className="name-badge-texts">
        <p className="name-badge-name" data-size={size}>
          {first} {second && <span>{second}</span>}
        </p>
        {beside && <p className="name-badge-beside">{beside}</p>}
        {facts.map(({ name, text, size }) => (
          <p key={name} className="name-badge-fact" data-size={size}>
            {text}
          </p>
        ))}
      </div>
      <svg
        className="name-badge-code"
        viewBox={`0 0 ${code.size} ${code.size}`}
        shapeRendering="crispEdges"
        aria-hidden="true"
      >
        <path d={code.path} />
      </svg>
      <p className="name-badge-event">{conference.name}</p>
      <p className="name-badge-type">{passName(registrationType)}</p>
      <p className="name-badge-reference">{reference}</p>
    </li>
  );
}
