import { Section } from "#app/components/landing/section.tsx";
import { conference } from "#app/conference.ts";

/** Three benefits (specification, 1). */
const BENEFITS = [
  {
    title: "Better media relations",
    text: "Sit with the reporters, producers and editors who decide. Learn how each newsroom likes to be approached, from the people you will be approaching.",
  },
  {
    title: "Ready for AI and video",
    text: "See what newsrooms now automate, what they refuse to, and how a twenty-second clip changes the odds that your story runs.",
  },
  {
    title: "Join the community",
    text: `Every delegate gets an introductory ${conference.product} subscription, so that the conversation does not stop at five o'clock. Existing subscribers attend free.`,
  },
];

export function About() {
  return (
    <Section
      anchor="about"
      title="About the day"
      intro="Media relations and communications, told by the people on both sides of the inbox."
    >
      <ol className="grid gap-10 md:grid-cols-3">
        {BENEFITS.map(({ title, text }, index) => (
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
