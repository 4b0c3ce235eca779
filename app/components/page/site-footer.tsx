import { href } from "react-router";
import { ExternalLink } from "#app/components/external-link.tsx";
import { useServerRender } from "#app/components/page/server-render.ts";
import { PageLink } from "#app/components/page-link.tsx";
import { conference } from "#app/conference/conference.ts";
import { unbroken } from "#app/platform/unbroken.ts";

/** Contact, city and social links (specification, 1), and what the site says about itself. */
export function SiteFooter() {
  const { name, contact, city, date, social } = conference;
  const server = useServerRender();
  const address = server ? server.sharing?.url : window.location.href;
  const host = address && new URL(address).host;
  return (
    <footer className="border-action border-t-4 bg-night py-16 text-white">
      <div className="page-width grid gap-8 md:grid-cols-[auto_auto_auto]">
        <div>
          <p className="font-display font-semibold text-2xl">{name}</p>
          <p className="mt-2">{unbroken(date.long)}</p>
          <p>{city}</p>
          <p className="on-paper" suppressHydrationWarning>
            {host}
          </p>
        </div>
        {(contact.email !== null || contact.phone !== null) && (
          <div>
            <h2 className="text-xl">Contact</h2>
            <ul className="mt-2">
              {contact.email !== null && (
                <li>
                  <a className="footer-link" href={`mailto:${contact.email}`}>
                    {contact.email}
                  </a>
                </li>
              )}
              {contact.phone !== null && contact.phoneHref !== null && (
                <li>
                  <a className="footer-link" href={contact.phoneHref}>
                    {contact.phone}
                  </a>
                </li>
              )}
            </ul>
          </div>
        )}
        {social.length > 0 && (
          <div className="print:hidden">
            <h2 className="text-xl">Follow</h2>
            <ul className="mt-2 grid grid-cols-2 gap-x-4">
              {social.map(({ name, href }) => (
                <li key={name}>
                  <ExternalLink className="footer-link" href={href}>
                    {name}
                  </ExternalLink>
                </li>
              ))}
            </ul>
          </div>
        )}
        <p className="flex flex-wrap gap-x-6 md:col-span-3 print:hidden">
          <PageLink className="footer-link" to={href("/privacy")}>
            Privacy
          </PageLink>{" "}
          <PageLink className="footer-link" to={href("/accessibility")}>
            Accessibility
          </PageLink>
        </p>
      </div>
    </footer>
  );
}
