import { PageFrame } from "#app/components/page/page-frame.tsx";
import { conference } from "#app/conference/conference.ts";

/** A page of plain words: its title, what it is about, its parts. */
export function Notice({
  title,
  intro,
  children,
}: {
  title: string;
  intro: React.ReactNode;
  children: React.ReactNode;
}) {
  return (
    <PageFrame>
      <title>{`${title} – ${conference.name}`}</title>
      <div className="page-width page-body">
        <h1 className="text-3xl">{title}</h1>
        <p className="mt-4 max-w-2xl text-xl">{intro}</p>
        {children}
      </div>
    </PageFrame>
  );
}

/** One part of it; a link to `#anchor` leads there. */
export function Part({
  anchor,
  title,
  children,
}: {
  anchor: string;
  title: string;
  children: React.ReactNode;
}) {
  return (
    <section id={anchor} aria-labelledby={`${anchor}-title`} className="notice-part mt-12">
      <h2 id={`${anchor}-title`} className="text-2xl">
        {title}
      </h2>
      <div className="grid max-w-2xl gap-4">{children}</div>
    </section>
  );
}

export function Points({ children }: { children: React.ReactNode }) {
  return <ul className="points">{children}</ul>;
}

/** The general contact of the conference, as a sentence's end has it; where it has none, who it is. */
export function ContactEmail() {
  const { email } = conference.contact;
  if (email === null) return "the organisers of this conference";
  return (
    <a className="text-link" href={`mailto:${email}`}>
      {email}
    </a>
  );
}

/** ' or call' and the number, where there is one. */
export function OrByPhone() {
  const { phone, phoneHref } = conference.contact;
  if (phone === null || phoneHref === null) return null;
  return (
    <>
      {" "}
      or call{" "}
      <a className="text-link whitespace-nowrap" href={phoneHref}>
        {phone}
      </a>
    </>
  );
}
