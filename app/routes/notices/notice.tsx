import { PageFrame } from "#app/components/page/page-frame.tsx";
import { conference } from "#app/conference/conference.ts";
import { NOTICES, type NoticePath } from "#app/sharing/sharing.ts";

type NoticeProps = { path: NoticePath; intro: React.ReactNode; children: React.ReactNode };

export function Notice({ path, intro, children }: NoticeProps) {
  const { title } = NOTICES[path];
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

type PartProps = { anchor: string; title: string; children: React.ReactNode };

export function NoticePart({ anchor, title, children }: PartProps) {
  return (
    <section id={anchor} aria-labelledby={`${anchor}-title`} className="notice-part mt-8">
      <h2 id={`${anchor}-title`} className="text-2xl">
        {title}
      </h2>
      <div className="grid max-w-2xl gap-4">{children}</div>
    </section>
  );
}

export const BulletList = ({ children }: { children: React.ReactNode }) => (
  <ul className="points">{children}</ul>
);

export function PhoneContact() {
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
