import { href } from "react-router";
import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { AnswerList } from "#app/components/admin/form-notices.tsx";
import { TextLink } from "#app/components/links.tsx";

type DeletedItemPageProps = {
  text: string;
  labels: Record<string, string>;
  typed: Record<string, React.ReactNode>;
  actions: React.ReactNode;
};

/** Shows the submitted values of a form for an item that has been deleted permanently. */
export function DeletedItemPage({ text, labels, typed, actions }: DeletedItemPageProps) {
  return (
    <AdminPage title="Nothing was saved" isRefused actions={actions}>
      <div className="max-w-3xl">
        <p role="alert">{text}</p>
        <section className="card mt-6 p-5" data-tone="yellow" aria-labelledby="typed">
          <h2 id="typed" className="text-xl">
            What you entered
          </h2>
          <AnswerList labels={labels} answers={typed} />
        </section>
      </div>
    </AdminPage>
  );
}

/** `text` is the message for a missing item. The default is from the specification (section 2). */
export function PanelNotFound({ text }: { text?: string }) {
  return (
    <AdminPage title="Page Not Found">
      <p className="font-semibold text-muted">404</p>
      <p className="mt-4 max-w-2xl">{text ?? "Did you forget to add the page to the router?"}</p>
      {text === undefined && (
        <p className="mt-4 max-w-2xl">
          There is no screen at this address. Go to the <TextLink to={href("/admin")}>Admin Panel</TextLink>.
        </p>
      )}
    </AdminPage>
  );
}

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

export function LoadFailure({ text, href }: { text: string; href: string }) {
  return (
    <div role="alert">
      <EmptyState title={text}>
        <a href={href} className="button">
          Try Again
        </a>
      </EmptyState>
    </div>
  );
}
