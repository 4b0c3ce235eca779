/** Screens by name, each with its address and a text that only this screen shows. */
export type States = Record<string, [says: string, path: string]>;

export const VISITORS: States = {
  "the landing page": ["Featured Speakers", "/"],
  "a session's dialog": ["About This Session", "/?session=2"],
  "the dialog of a session without speakers": ["No speakers assigned yet", "/?session=9"],
  "the dialog of a missing session": ["Session not found", "/?session=99"],
  "a speaker's dialog": ["four mastheads in twenty-two years", "/?speaker=1"],
  "the dialog of a speaker without a photo": ["Speaker", "/?speaker=12"],
  "the dialog of a missing speaker": ["Speaker not found", "/?speaker=99"],
  "the registration": ["Delegate Registration", "/register"],
  "current sessions": ["Thursday 11 September 2025", "/now"],
  "the page about privacy": ["Privacy", "/privacy"],
  "the page about accessibility": ["Accessibility", "/accessibility"],
  "the 404 page": ["Page Not Found", "/nowhere"],
  "a private link without its token": ["Registration Not Found", "/registration"],
  "an invalid private link": ["Registration Not Found", `/registration/${"0".repeat(32)}`],
};

/** Screens of the demo, where the `at` parameter sets the time. */
export const MOMENTS: States = {
  "the last week": ["Three days to go", "/?at=2025-09-08T10:00"],
  "the day": ["On now, until 12:00 PM", "/?at=2025-09-11T11:20"],
  afterwards: ["Registration is closed", "/?at=2025-09-12T00:00"],
  "the foyer in streams": ["Now", "/now?at=2025-09-11T11:20"],
  "the foyer in a break": ["Break until", "/now?at=2025-09-11T12:30"],
  "the foyer afterwards": ["Thank you", "/now?at=2025-09-12T00:00"],
  "the registration afterwards": ["Registration is closed", "/register?at=2025-09-12T00:00"],
};

/** Screens of the panel, except the delegate list. */
export const PANEL: States = {
  "the dashboard": ["Conference Overview", "/admin"],
  "an unknown address of the panel": ["Page Not Found", "/admin/nowhere"],
  "the speakers": ["B2C Speakers (5)", "/admin/speakers"],
  "adding a speaker": ["Add", "/admin/speakers?add"],
  "editing a speaker": ["Edit", "/admin/speakers?edit=1"],
  "editing a missing speaker": ["Speaker", "/admin/speakers?edit=999"],
  "deleting a speaker": ["Are you sure you want to delete", "/admin/speakers?delete=9"],
  "the history of a speaker": ["History", "/admin/speakers?history=1"],
  "the program": ["Conference Schedule (", "/admin/program"],
  "adding a session": ["Add", "/admin/program?add"],
  "editing a session": ["Edit", "/admin/program?edit=4"],
  "deleting a session": ["Are you sure you want to delete", "/admin/program?delete=4"],
  "the history of a session": ["History", "/admin/program?history=4"],
  "the connections": ["Current Connections", "/admin/connections"],
  "the history of connections": ["History", "/admin/connections?history=4"],
  "the logins": ["Your Logins", "/admin/logins"],
  "the door": ["Check-in", "/admin/delegates/door"],
};

export const EMPTY_PANEL: States = {
  "no speakers": ["No speakers yet", "/admin/speakers"],
  "no sessions": ["No sessions yet", "/admin/program"],
  "nothing to connect": ["There are no sessions to connect anyone to yet.", "/admin/connections"],
  "no delegates": ["No delegates registered yet", "/admin/delegates"],
};
