import { Section } from "#app/components/landing/section.tsx";
import { conference } from "#app/conference/conference.ts";

/** The bundled subscription: five benefits and what they are worth (specification, 1). */
export function Subscription() {
  const { product, subscription, subscriptionAnchor } = conference;
  if (product === null) return null;
  return (
    <Section
      anchor={subscriptionAnchor}
      title={`Your free ${product} subscription`}
      intro={subscription.intro}
      className="bg-surface"
    >
      <div className="grid gap-12 lg:grid-cols-[1fr_2fr]">
        {subscription.value !== null && (
          <p>
            <span className="mb-3 block">A value of up to</span>{" "}
            <span className="block font-display font-semibold text-display text-red">
              {subscription.value}
            </span>{" "}
            <span className="mt-2 block">
              {["for a", subscription.term, "subscription."].filter(Boolean).join(" ")}
            </span>
          </p>
        )}
        <ul className="benefits">
          {subscription.benefits.map(({ title, text }) => (
            <li key={title} className="border-rule border-t pt-3">
              <h3 className="text-xl">{title}</h3>
              <p className="mt-1">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}
