type EmptyStateProps = React.PropsWithChildren<{ title: string; text?: React.ReactNode }>;

/** Shown in place of a list: a bold line, a sentence and, as children, what to do next. */
export function EmptyState({ title, text, children }: EmptyStateProps) {
  return (
    <div className="wrap-anywhere mt-6 max-w-2xl">
      <p className="font-semibold text-lg">{title}</p> {text && <p className="mt-1">{text}</p>}
      {children && <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">{children}</p>}
    </div>
  );
}
