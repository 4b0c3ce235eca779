type SectionProps = {
  anchor: string;
  title: React.ReactNode;
  intro?: React.ReactNode;
  className?: string;
  children: React.ReactNode;
};

export function Section({ anchor, title, intro, className, children }: SectionProps) {
  return (
    <section
      id={anchor}
      tabIndex={-1}
      aria-labelledby={`${anchor}-title`}
      className={className ? `section ${className}` : "section"}
    >
      <div className="page-width">
        <div className="section-head">
          <h2 id={`${anchor}-title`}>{title}</h2>
          {intro && <p>{intro}</p>}
        </div>
        {children}
      </div>
    </section>
  );
}
