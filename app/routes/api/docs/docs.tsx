import { href } from "react-router";
import { PageFrame } from "#app/components/page/page-frame.tsx";
import { conference } from "#app/conference/conference.ts";
import type { SharedPage } from "#app/http/cache-policy.server.ts";
import { documentApi } from "#app/openapi/documentation.server.ts";
import { CallArticle, FieldTable, TextWithCode } from "#app/routes/api/docs/call-article.tsx";
import docsStyles from "#app/routes/api/docs/docs.css?url";
import type { Route } from "./+types/docs";

export const handle: SharedPage = { shared: {} };

export const meta: Route.MetaFunction = () => [
  { title: `API – ${conference.name}` },
  { name: "description", content: `API for reading and changing the data of ${conference.name}.` },
];

export const loader = () => documentApi();

export default function Docs({ loaderData }: Route.ComponentProps) {
  const { introduction, version, groups, shapes } = loaderData;
  const shapeNames = shapes.map(({ name }) => name);
  return (
    <PageFrame>
      <link rel="stylesheet" href={docsStyles} precedence="screen" />
      <div className="api-docs page-width">
        <h1 className="text-3xl">API</h1>
        <div className="grid max-w-2xl gap-4 mt-4">
          <p>
            Other software can use this API to read the program and speakers of {conference.name}, to register
            delegates, and to do what organisers do. This page is also available in machine-readable form:{" "}
            <a className="text-link" href={href("/api/openapi.json")}>
              /api/openapi.json
            </a>{" "}
            (OpenAPI 3.1, version {version}).
          </p>
          {introduction.map((paragraph) => (
            <p key={paragraph}>
              <TextWithCode text={paragraph} />
            </p>
          ))}
        </div>
        <nav aria-labelledby="contents">
          <div className="section-head">
            <h2 id="contents">Endpoints</h2>
          </div>
          <ul className="text-base">
            {groups.flatMap(({ calls }) =>
              calls.map(({ id, method, path, summary }) => (
                <li key={id}>
                  <a className="text-link" href={`#${id}`}>
                    {method} {path}
                  </a>{" "}
                  <span>{summary}</span>
                </li>
              )),
            )}
          </ul>
        </nav>
        {groups.map(({ name, calls }) => (
          <section key={name} aria-label={name}>
            <div className="section-head">
              <h2>{name}</h2>
            </div>
            <div className="grid gap-8">
              {calls.map((call) => (
                <CallArticle key={call.id} call={call} shapeNames={shapeNames} />
              ))}
            </div>
          </section>
        ))}
        <section aria-labelledby="shapes">
          <div className="section-head">
            <h2 id="shapes">Schemas</h2>
            <p>Request and response bodies, field by field.</p>
          </div>
          <div className="grid gap-8">
            {shapes.map(({ name, text, fields }) => (
              <article key={name} className="card api-card min-w-0">
                <h3 id={`shape-${name}`} className="text-xl">
                  {name}
                </h3>
                {text !== "" && <p className="text-base">{text}</p>}
                <FieldTable fields={fields} shapeNames={shapeNames} />
              </article>
            ))}
          </div>
        </section>
      </div>
    </PageFrame>
  );
}
