/** In which way a delegate may have registered twice. */
export type Duplicate = { sameEmail: boolean; sameName: boolean };
