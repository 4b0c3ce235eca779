import type { Field } from "#app/openapi/reading.server.ts";
import { Coded, TypeText } from "#app/routes/api/docs/texts.tsx";

/** Fields or parameters: what each is called, what it is, and whether it has to be there. */
export function FieldTable({ fields, shapeNames }: { fields: Field[]; shapeNames: string[] }) {
  return (
    <dl className="facts api-facts text-base">
      {fields.map(({ name, type, isRequired, note }) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
            {!isRequired && " (optional)"}
          </dt>
          <dd>
            <TypeText type={type} shapeNames={shapeNames} />{" "}
            {note !== "" && (
              <span className="api-note block">
                <Coded text={note} />
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
