// Tags of tests. A test without SCRIPTED or PLAIN runs with JavaScript and without.
/** With JavaScript only. */
export const SCRIPTED = "@scripted";
/** Without JavaScript only. */
export const PLAIN = "@plain";
/** Part of `npm test`, with JavaScript; the others run in `npm run test:all`. */
export const QUICK = "@quick";
/** Part of `npm test`, without JavaScript. */
export const QUICK_PLAIN = "@quick-plain";
