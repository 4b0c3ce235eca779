import { ExternalLink } from "#app/components/external-link.tsx";
import { Section } from "#app/components/landing/section.tsx";
import { conference } from "#app/conference.ts";

export function Sponsor() {
  const { name, href, text } = conference.sponsor;
  return (
    <Section anchor="sponsors" title="Thanks to our sponsor">
      <div className="flex flex-wrap items-center gap-x-10 gap-y-4">
        <p className="border-2 border-ink px-6 py-4 font-display font-semibold text-2xl">
          <ExternalLink href={href}>{name}</ExternalLink>
        </p>
        <p className="max-w-xl">{text}</p>
      </div>
    </Section>
  );
}
