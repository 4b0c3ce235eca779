type EmptyStateProps = React.PropsWithChildren<{ title: string; text: React.ReactNode }>;

/** A list without entries: a bold line, a sentence and, as children, the links that add entries. */
export function EmptyState({ title, text, children }: EmptyStateProps) {
  return (
    <div className="max-w-2xl">
      <p className="font-semibold text-lg">{title}</p>
      <p className="wrap-anywhere mt-1">{text}</p>
      {children && <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">{children}</p>}
    </div>
  );
}
