// The rights of API tokens. Each call needs one (openapi/calls.server.ts).

/** What a token may read or write. */
export type RightArea = "public" | "program" | "delegates";
export type Right = `${RightArea}:${"read" | "write"}`;

/** The labels in the panel. Organisers have all rights. */
export const RIGHTS: Record<Right, string> = {
  "public:read": "Read the numbers of delegates",
  "public:write": "Register delegates, up to 20 times as many as a visitor",
  "program:read": "Read speakers with their email addresses, and sessions, also drafts",
  "program:write": "Change speakers, photos, sessions and connections",
  "delegates:read": "Read the delegates’ personal data",
  "delegates:write": "Change delegates and check them in",
};
export const RIGHT_NAMES = Object.keys(RIGHTS) as Right[];

/** The rights of the tokens in API_TOKENS, by their scope. */
export const SCOPE_RIGHTS: Record<"public" | "read" | "full", Right[]> = {
  public: ["public:read"],
  read: ["public:read", "program:read", "delegates:read"],
  full: RIGHT_NAMES,
};
