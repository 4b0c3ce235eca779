import { ExternalLink } from "#app/components/external-link.tsx";
import { Section } from "#app/components/landing/section.tsx";
import { conference } from "#app/conference/conference.ts";

/** Who is thanked (specification, 1). */
export function Sponsor() {
  const { sponsors } = conference;
  if (sponsors.length === 0) return null;
  return (
    <Section
      anchor="sponsors"
      title={sponsors.length === 1 ? "Thanks to our sponsor" : "Thanks to our sponsors"}
    >
      <div className="grid gap-8">
        {sponsors.map(({ name, href, text }) => (
          <div key={name} className="flex flex-wrap items-center gap-x-8 gap-y-3">
            <p className="wrap-anywhere border-2 border-ink px-6 py-4 font-display font-semibold text-2xl">
              <ExternalLink href={href}>{name}</ExternalLink>
            </p>
            <p className="wrap-anywhere max-w-xl">{text}</p>
          </div>
        ))}
      </div>
    </Section>
  );
}
