import { Link } from "react-router";
import { MenuGroup } from "#app/components/admin/disclosure.tsx";

type LinkProps = React.ComponentProps<typeof Link>;

export { ButtonLink, TextLink } from "#app/components/links.tsx";

export const SmallLink = (props: LinkProps) => <Link {...props} className="small-button" />;

/** Link that loads a new document, for screens that use the camera. Tall enough for a thumb. */
export const DocumentLink = ({ children, ...props }: React.ComponentProps<"a">) => (
  <a {...props} className="text-link inline-flex min-h-12 items-center">
    {children}
  </a>
);

type HintedChoiceProps = React.ComponentProps<"input"> & Record<"name" | "value" | "text" | "hint", string>;

export function HintedChoice({ text, hint, ...input }: HintedChoiceProps) {
  const hintId = `${input.name}-${input.value}-hint`;
  return (
    <label className="choice">
      <input {...input} type="radio" aria-describedby={hintId} />
      <span>
        <span className="block font-semibold">{text}</span>{" "}
        <span id={hintId} className="block text-base text-muted">
          {hint}
        </span>
      </span>
    </label>
  );
}

/** Class of the heading above a list: 8 px from its list, 24 px from the one before. */
export const LIST_HEADING = "mb-2 font-semibold font-text text-muted text-sm leading-3.5";

export const PrintButton = () => (
  <button type="button" className="button" onClick={() => window.print()}>
    Print
  </button>
);

type SectionProps = {
  id: string;
  title: string;
  className?: string | undefined;
  titleClass?: string;
  children: React.ReactNode;
};

export function TitledSection({ id, title, titleClass = "text-xl", className, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className={className}>
      <h2 id={id} className={titleClass}>
        {title}
      </h2>
      {children}
    </section>
  );
}

export const RuledSection = (props: SectionProps) => (
  <TitledSection {...props} titleClass="border-ink border-t-3 pt-3 text-2xl" />
);

export const FileLinks = ({ screen }: { screen: string }) => (
  <MenuGroup>
    <Link to={`${screen}/import`}>Import</Link>
    <a href={`${screen}.csv`}>Export CSV</a>
  </MenuGroup>
);
