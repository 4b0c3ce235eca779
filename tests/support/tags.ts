// Tags for browser tests. A test without SCRIPTED or PLAIN runs both with and without JavaScript.
/** Runs only with JavaScript. */
export const SCRIPTED = "@scripted";
/** Runs only without JavaScript. */
export const PLAIN = "@plain";
/** Part of `npm test`, with JavaScript. `npm run test:all` runs the other tests. */
export const QUICK = "@quick";
/** Part of `npm test`, without JavaScript. */
export const QUICK_PLAIN = "@quick-plain";
