import { conferenceFile, SMALL } from "./other-conference.ts";

export const CHECKOUT = "https://buy.example.com/x?client_reference_id={reference}&locale=nb";

const plan = (href: string, pass: string | null) => ({
  planId: String(pass),
  name: "Guest",
  price: "€390",
  note: "",
  features: ["Lunch"],
  featured: false,
  action: { label: "Buy a pass", href },
  pass,
});

const DAY_MS = 24 * 60 * 60 * 1000;
const day = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10);

/** A conference in 30 days. Its guests pay at a checkout; its press is accredited and pays nothing. */
export const PAID_CONFERENCE = {
  ...SMALL,
  timeZone: "Europe/Oslo",
  startsAt: `${day}T09:00`,
  endsAt: `${day}T18:00`,
  currency: "EUR",
  passes: [
    { id: "guest", name: "Guest Pass" },
    { id: "press", name: "Press Pass", decision: true, isPress: true },
  ],
  plans: [plan(CHECKOUT, "guest")],
};

export const paidConference = (facts: object = {}) => conferenceFile({ ...PAID_CONFERENCE, ...facts });
export const planFor = plan;
