import { AdminPage } from "#app/components/admin/admin-page.tsx";
import { AnswerList } from "#app/components/admin/conflict-notice.tsx";

/** What was filled in about something that has been deleted for good in the meantime: there is no form left, but its text. */
export function GonePage({
  text,
  labels,
  typed,
  actions,
}: {
  text: string;
  labels: Record<string, string>;
  typed: Record<string, React.ReactNode>;
  actions: React.ReactNode;
}) {
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
