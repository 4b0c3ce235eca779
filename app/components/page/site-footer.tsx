import { href } from "react-router";
import { ExternalLink } from "#app/components/external-link.tsx";
import { PageLink } from "#app/components/page-link.tsx";
import { conference } from "#app/conference/conference.ts";

/** Contact, city and social links (specification, 1), and what the site says about itself. */
export function SiteFooter() {
  const { name, contact, city, date, social } = conference;
  return (
    <footer className="border-red border-t-4 bg-night py-16 text-white">
      <div className="page-width grid gap-10 md:grid-cols-[2fr_3fr_3fr]">
        <div>
          <p className="font-display font-semibold text-2xl">{name}</p>
          <p className="mt-2">{date.long}</p>
          <p>{city}</p>
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
          <div>
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
        <p className="flex flex-wrap gap-x-6 md:col-span-3">
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
