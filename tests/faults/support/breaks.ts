// What a promise hangs on: taken away on purpose, its attack has to fail.

export type Break = {
  promise: string;
  /** The break in words, for docs/reliability.md. */
  what: string;
  file: string;
  find: string;
  replace: string;
  /** The test file that notices. */
  test: string;
  /** Part of the name of its test, where one is enough. */
  name?: string;
};

export const BREAKS: Break[] = [
  {
    promise: "limits",
    what: "the proxy's word is believed without TRUST_PROXY",
    file: "app/server/client-network.server.ts",
    find: "Math.min(env.TRUST_PROXY, chain.length - 1)",
    replace: "Math.min(1, chain.length - 1)",
    test: "tests/routes/limits.test.ts",
  },
  {
    promise: "access",
    what: "the admin screens have no guard",
    file: "app/routes/admin/layout.tsx",
    find: "export const middleware = [requireOrganiser];",
    replace: "export const middleware = [];",
    test: "tests/routes/guards.test.ts",
  },
  {
    promise: "odd input",
    what: "a preferred stream that is none goes to the database",
    file: "app/models/delegate-input.server.ts",
    find: ".pipe(z.enum(TRACKS).nullable())",
    replace: ".pipe(z.string().nullable())",
    test: "tests/faults/odd-input.test.ts",
    name: "registrations",
  },
  {
    promise: "odd input",
    what: "all fields of a form go to the form library, whatever they are called",
    file: "app/http/form.server.ts",
    find: "return new URLSearchParams(known);",
    replace: "return read.value;",
    test: "tests/faults/odd-input.test.ts",
    name: "POST /admin/program add",
  },
  {
    promise: "traversal",
    what: "images are read by the path in their address",
    file: "app/routes/objects/upload.ts",
    find: "/^[0-9a-f-]{36}(-600)?$/.test(params.id) ? await getImage(params.id) : null",
    replace:
      'await import("node:fs/promises").then(({ readFile }) => readFile(process.env.DATA_DIR + "/uploads/" + params.id)).then((bytes) => new Blob([new Uint8Array(bytes)]), () => null)',
    test: "tests/faults/traversal.test.ts",
  },
  {
    promise: "uploads",
    what: "an upload address is not used up",
    file: "app/models/image.server.ts",
    find: "if (!(await batch((tx) => isFirstUse(tx, id))))",
    replace: "if (false)",
    test: "tests/faults/uploads.test.ts",
    name: "exactly one",
  },
  {
    promise: "uploads",
    what: "the large image is there before the small one",
    file: "app/models/image.server.ts",
    find: "of encoded.toReversed()",
    replace: "of encoded",
    test: "tests/faults/uploads.test.ts",
    name: "broken off",
  },
  {
    promise: "uploads",
    what: "an upload is acknowledged before it is stored",
    file: "app/models/image.server.ts",
    find: "of encoded.toReversed()) await putFile",
    replace: "of encoded.toReversed()) putFile",
    test: "tests/faults/uploads.test.ts",
    name: "killed",
  },
  {
    promise: "uploads",
    what: "several images are opened at once",
    file: "app/models/image.server.ts",
    find: "await inTurn(() => encodeSizes(bytes))",
    replace: "await encodeSizes(bytes)",
    test: "tests/faults/uploads.test.ts",
    name: "hostile",
  },
  {
    promise: "uploads",
    what: "an image keeps its metadata",
    file: "app/models/image.server.ts",
    find: ".webp({ quality: 82 })",
    replace: ".keepMetadata().webp({ quality: 82 })",
    test: "tests/faults/uploads.test.ts",
    name: "hostile",
  },
];
