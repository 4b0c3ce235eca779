import type { DocumentedCall, DocumentedField } from "#app/openapi/documentation.server.ts";

export function CallArticle({ call, shapeNames }: { call: DocumentedCall; shapeNames: string[] }) {
  const { id, method, path, summary, description, who, curl, parameters, body, answers } = call;
  return (
    <article className="card api-card min-w-0">
      <h3 id={id} className="text-xl">
        {method} <code>{path}</code>
      </h3>
      <p className="text-base">{summary}.</p>
      <p className="text-base">
        <TextWithCode text={description} />
      </p>
      <p className="text-base text-muted">For: {who}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard can then scroll a long line */}
      <pre className="api-curl mt-4" tabIndex={0}>
        <code>{curl}</code>
      </pre>
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
      <dl className="facts api-facts mt-3 text-base">
        {answers.map(({ status, text, type }) => (
          <div key={status}>
            <dt>{status}</dt>
            <dd>
              <TextWithCode text={text} />{" "}
              {type && (
                <span className="text-muted text-sm">
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

export function FieldTable({ fields, shapeNames }: { fields: DocumentedField[]; shapeNames: string[] }) {
  return (
    <dl className="facts api-facts mt-3 text-base">
      {fields.map(({ name, type, isRequired, note }) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
            {!isRequired && " (optional)"}
          </dt>
          <dd>
            <TypeText type={type} shapeNames={shapeNames} />{" "}
            {note !== "" && (
              <span className="block text-muted text-sm">
                <TextWithCode text={note} />
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function TextWithCode({ text }: { text: string }) {
  return text.split("`").map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the text is static
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  );
}

function TypeText({ type, shapeNames }: { type: string; shapeNames: string[] }) {
  const name = type.split(" ").at(-1) ?? "";
  if (!shapeNames.includes(name)) return type;
  return (
    <>
      {type.slice(0, -name.length)}
      <a className="text-link" href={`#shape-${name}`}>
        {name}
      </a>
    </>
  );
}
