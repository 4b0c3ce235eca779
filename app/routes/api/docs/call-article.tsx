import type { ReadCall } from "#app/openapi/reading.server.ts";
import { FieldTable } from "#app/routes/api/docs/field-table.tsx";
import { Coded, PathText, TypeText } from "#app/routes/api/docs/texts.tsx";

/** One call: what it does, who may make it, what it takes and what it answers. */
export function CallArticle({ call, shapeNames }: { call: ReadCall; shapeNames: string[] }) {
  const { id, method, path, summary, who, parameters, body, answers } = call;
  return (
    <article className="card api-card">
      <h3 id={id} className="text-xl">
        {method}{" "}
        <code>
          <PathText path={path} />
        </code>
      </h3>
      <p className="text-base">{summary}.</p>
      <p className="text-base text-muted">For: {who}</p>
      {parameters.length > 0 && (
        <>
          <h4>Parameters</h4>
          <FieldTable fields={parameters} shapeNames={shapeNames} />
        </>
      )}
      {body && (
        <p className="mt-4 text-base">
          <strong>Body:</strong> <TypeText type={body} shapeNames={shapeNames} />
        </p>
      )}
      <h4>Responses</h4>
      <dl className="facts api-facts text-base">
        {answers.map(({ status, text, type }) => (
          <div key={status}>
            <dt>{status}</dt>
            <dd>
              <Coded text={text} />{" "}
              {type && (
                <span className="api-note">
                  <TypeText type={type} shapeNames={shapeNames} />
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
