export type Duplicate = { sameEmail: boolean; sameName: boolean };
