// What the login page says, in each of its states.

const NOT_LOGGED_IN = {
  title: "You were not logged in",
  text: "Login was cancelled, timed out or began in another browser.",
};

export const WORDS = {
  link: {
    title: "Log in to the admin panel",
    text: "This link works once, within 15 minutes of being made.",
  },
  linkUsed: {
    title: "This link has been used or has expired",
    text: "A one-time link works once, within 15 minutes. Ask whoever runs this site for a new one.",
  },
  mailedLinkUsed: {
    title: "This link has been used or has expired",
    text: "A one-time link works once, within 15 minutes. You can ask for a new one.",
  },
  askForLink: {
    title: "Log in by email",
    text: "Enter your email address. If it is on the list of organisers or helpers, we will send you a link that logs you in.",
  },
  linkSent: {
    title: "Check your email",
    text: "If the address is on the list, a link is on its way. It works once, within 15 minutes. Nothing after five minutes? Check your spam folder, then ask again.",
  },
  noProvider: {
    title: "Logging in needs a one-time link",
    text: "No identity provider is connected to this site. Whoever runs it can create a link for an organiser on the server, with this command:",
  },
  providerDown: {
    title: "The identity provider does not answer",
    text: "Logging in goes through another service, which cannot be reached right now. Nothing is lost; try again in a few minutes.",
  },
  refused: NOT_LOGGED_IN,
  stateMismatch: NOT_LOGGED_IN,
  noCookies: {
    title: "Logging in needs cookies",
    text: "Your browser sent none back. Allow cookies for this site, then try again. The same happens if a login was started in another browser.",
  },
  unverified: {
    title: "Your email address is not verified",
    text: "Verify it with your identity provider first, then log in again.",
  },
  notListed: {
    title: "You don’t have access",
    text: "This email address isn’t on the list of organisers. If it should be, ask whoever runs this site to add it, or log in with another one.",
  },
  dayOver: {
    title: "The day is over",
    text: "Helpers could log in until the end of the conference. Thank you for your help! If you still need the panel, ask an organiser.",
  },
} as const;

/** What the page can be about. */
export type LoginKind = keyof typeof WORDS;

/** Where the same address may do better a second time. */
export const TRY_AGAIN: ReadonlySet<LoginKind> = new Set([
  "providerDown",
  "refused",
  "stateMismatch",
  "noCookies",
  "unverified",
  "notListed",
]);
