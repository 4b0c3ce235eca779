// Tags of tests. A test without SCRIPTED or PLAIN runs with script and without.
/** Needs script: it is about what script adds. */
export const SCRIPTED = "@scripted";
/** For pages without script alone. */
export const PLAIN = "@plain";
/** Part of `npm test`, with script; the others run in `npm run test:all`. */
export const QUICK = "@quick";
/** The same, without script. */
export const QUICK_PLAIN = "@quick-plain";
