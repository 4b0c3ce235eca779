export type DuplicateMatch = { sameEmail: boolean; sameName: boolean };
