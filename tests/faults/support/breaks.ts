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
];
