// Admin screens by their path below /admin. Each screen's module is routes/admin/{path}/{path}.tsx.

type Screen = {
  title: string;
  loading: string;
  /** Card on the dashboard (specification, section 2). */
  card?: { title: string; text: string };
  /** Name of the tab, unless the card has it. */
  tab?: string;
  /** True if routes/api/admin/{path}.ts handles the API calls `/api/admin/{path}` and `/:id`. */
  hasCalls?: true;
};

export const SCREENS = {
  speakers: {
    title: "Speakers Management",
    loading: "Loading speakers...",
    card: { title: "Speakers", text: "Manage speakers, their profiles and categories." },
    hasCalls: true,
  },
  program: {
    title: "Program Management",
    loading: "Loading...",
    card: { title: "Program", text: "The agenda: times, descriptions and session types." },
    hasCalls: true,
  },
  delegates: {
    title: "Registered Delegates",
    loading: "Loading...",
    card: { title: "Delegates", text: "Registrations, contact details and preferences." },
  },
  connections: {
    title: "Speaker-Session Connections",
    loading: "Loading connections...",
    card: { title: "Connections", text: "Link speakers to sessions and manage presentation roles." },
  },
  messages: { title: "Messages", loading: "Loading messages...", tab: "Messages" },
  tokens: { title: "API Tokens", loading: "Loading..." },
  logins: { title: "Your Logins", loading: "Loading..." },
} as const satisfies Record<string, Screen>;

export type ScreenPath = keyof typeof SCREENS;
export const SCREEN_LIST: [path: string, screen: Screen][] = Object.entries(SCREENS);
