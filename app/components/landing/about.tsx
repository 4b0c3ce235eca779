import { Section } from "#app/components/landing/section.tsx";
import { conference, hasAbout } from "#app/conference/conference.ts";

/** What the day is about, and its benefits (specification, 1). */
export function About() {
  const { intro, benefits } = conference.about;
  if (!hasAbout) return null;
  return (
    <Section anchor="about" title="About the day" intro={intro}>
      <ol className="grid gap-10 md:grid-cols-3">
        {benefits.map(({ title, text }, index) => (
          <li key={title}>
            <p aria-hidden="true" className="font-display font-semibold text-3xl text-red">
              {index + 1}
            </p>
            <h3 className="mt-1 text-xl">{title}</h3>
            <p className="mt-2">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
