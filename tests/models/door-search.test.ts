// Search at the desk and at the door, and the order of the door's results (docs/decisions/door.md).
import { expect, test, vi } from "vitest";
import { insertDelegate } from "../support/delegates.ts";
import { openModels } from "../support/models.ts";

async function openSite(people: Record<string, Record<string, string>> = {}) {
  const { sqlite } = await openModels();
  const { searchDelegatesAtDoor, findDelegateIdsByNameOrEmail } = await import(
    "#app/models/delegate/door-search.server.ts"
  );
  const { completeSearchTexts, searchDelegates } = await import("#app/models/delegate/search.server.ts");
  const { NO_FILTER } = await import("#app/models/delegate/filter.ts");
  // Fixed references, because a search for digits could match random ones.
  for (const [index, [name, changes]] of Object.entries(people).entries())
    insertDelegate(sqlite, { name, email: "x@example.com", reference: `${3333333300 + index}`, ...changes });
  const names = (found: { name: string }[]) => found.map(({ name }) => name).sort();
  return {
    sqlite,
    findAtDoor: searchDelegatesAtDoor,
    findRegisteredIds: findDelegateIdsByNameOrEmail,
    completeSearchTexts,
    atDesk: async (q: string) => names((await searchDelegates({ ...NO_FILTER, q }, 1)).delegates),
    atDoor: async (q: string, byContact = true) =>
      names((await searchDelegatesAtDoor(q, 1, byContact)).found),
  };
}

const PEOPLE: Record<string, Record<string, string>> = {
  "Sean O’Brien": { phone: "+61 400 555 010" },
  "Maeve O'Neill": { phone: "(02) 5550 0925" },
  "Eoin O´Dea": {},
  "Anne-Marie Dubois": { phone: "+47 22 33 44 55" },
  "Annemarie Vogt": { phone: "+44 (0)20 7946 0018" },
  "Maria Ruiz": { phone: "0034 612 345 678" },
  "Pérez, Lucía": {},
  "J. R. Hartley": { phone: "0400-555-999" },
  "Jürgen Müller": {},
  "Joerg Schaefer": {},
  "Søren Ågård": {},
  "Aase Soerensen": {},
  "Uwe Groß": {},
  "Ada Whitfield (she/her)": { outlet: "L’Équipe 100%" },
  "Kees van den Berg": {},
  "Liam O’ Dwyer": {},
  "Dr Noor Haddad": {},
  "Ben Ito": { reference: "9876543210", link_token: "0123456789abcdef0123456789abcdef" },
};

test("the desk and the door find the same delegates by name, initials, telephone number, reference and link", async () => {
  const { atDesk, atDoor } = await openSite(PEOPLE);
  for (const [query, ...found] of [
    ["4321O", "Ben Ito"],
    ["98765-43210", "Ben Ito"],
    ["obrien", "Sean O’Brien"],
    ["O'BRIEN", "Sean O’Brien"],
    ["o brien", "Sean O’Brien"],
    ["O’Brien, Sean", "Sean O’Brien"],
    ["oneill", "Maeve O'Neill"],
    ["o’neill", "Maeve O'Neill"],
    ["odea", "Eoin O´Dea"],
    ["annemarie", "Anne-Marie Dubois", "Annemarie Vogt"],
    ["anne-marie", "Anne-Marie Dubois", "Annemarie Vogt"],
    ["anne–marie dubois", "Anne-Marie Dubois"],
    ["dubois, anne-marie", "Anne-Marie Dubois"],
    ["Dubois,Annemarie", "Anne-Marie Dubois"],
    ["ruiz, maria", "Maria Ruiz"],
    ["lucia perez", "Pérez, Lucía"],
    ["jr hartley", "J. R. Hartley"],
    ["J.R. Hartley", "J. R. Hartley"],
    ["j r hartley", "J. R. Hartley"],
    ["hartley jr", "J. R. Hartley"],
    ["mueller", "Jürgen Müller"],
    ["muller", "Jürgen Müller"],
    ["MÜLLER", "Jürgen Müller"],
    ["Mu\u0308ller", "Jürgen Müller"],
    ["juergen muller", "Jürgen Müller"],
    ["schäfer", "Joerg Schaefer"],
    ["Jörg", "Joerg Schaefer"],
    ["soren agard", "Søren Ågård"],
    ["soeren aagaard", "Søren Ågård"],
    ["sørensen", "Aase Soerensen"],
    ["Åse", "Aase Soerensen"],
    ["gross", "Uwe Groß"],
    ["groß", "Uwe Groß"],
    ["whitfield, ada", "Ada Whitfield (she/her)"],
    ["lequipe", "Ada Whitfield (she/her)"],
    ["100%", "Ada Whitfield (she/her)"],
    ["0400 555 010", "Sean O’Brien"],
    ["0400555010", "Sean O’Brien"],
    ["+61 400 555 010", "Sean O’Brien"],
    ["61400555010", "Sean O’Brien"],
    ["0061400555010", "Sean O’Brien"],
    ["555-010", "Sean O’Brien"],
    ["brien 5010", "Sean O’Brien"],
    ["+61 400 555 999", "J. R. Hartley"],
    ["61400555999", "J. R. Hartley"],
    ["５５５ ９９９", "J. R. Hartley"],
    ["+61 2 5550 0925", "Maeve O'Neill"],
    ["22334455", "Anne-Marie Dubois"],
    ["0047 22334455", "Anne-Marie Dubois"],
    ["020 7946 0018", "Annemarie Vogt"],
    ["+44 20 7946 0018", "Annemarie Vogt"],
    ["612.345.678", "Maria Ruiz"],
    ["0400 5550", "Sean O’Brien"],
    ["https://byline.example.com/registration/0123456789abcdef0123456789abcdef", "Ben Ito"],
    [" http://localhost:3000/registration/0123456789abcdef0123456789abcdef/?from=mail ", "Ben Ito"],
    ["https://byline.example.com/registration/0123456789abcdef0123456789abcdef/cancel", "Ben Ito"],
    ["0123456789ABCDEF0123456789ABCDEF", "Ben Ito"],
    ["98765 43210", "Ben Ito"],
    ["9876", "Ben Ito"],
    ["(98765 43210)", "Ben Ito"],
    ["vandenberg", "Kees van den Berg"],
    ["van den berg", "Kees van den Berg"],
    ["berg, kees van den", "Kees van den Berg"],
    ["odwyer", "Liam O’ Dwyer"],
    ["\u202d+61 400 555 010\u202c", "Sean O’Brien"],
    ["tel:+61400555010", "Sean O’Brien"],
    ["ru\u00adiz\u200b", "Maria Ruiz"],
    ["“Maria Ruiz”", "Maria Ruiz"],
    ["(hartley)", "J. R. Hartley"],
    ["Maria Ruiz (she/her)", "Maria Ruiz"],
    ["Dr. Maria Ruiz, PhD", "Maria Ruiz"],
    ["mr hartley", "J. R. Hartley"],
    ["dr", "Dr Noor Haddad"],
    ["dr haddad", "Dr Noor Haddad"],
    ["noor haddad", "Dr Noor Haddad"],
    ["motel:"],
    ["ben", "Ben Ito"],
    [","],
    ["-"],
    ["()"],
    ["10_%"],
    ["_"],
    ["\\"],
    ["noor' or 1=1"],
    ["obrien ruiz"],
  ] as const) {
    expect([query, ...(await atDesk(query))]).toEqual([query, ...found]);
    expect([query, ...(await atDoor(query))]).toEqual([query, ...found]);
  }
});

test("a user without access to telephone numbers cannot search by them", async () => {
  const { atDoor } = await openSite(PEOPLE);
  for (const query of ["0400 555 999", "555 999", "999", "hartley 999", "+61 400 555 999"])
    expect([query, ...(await atDoor(query, false))]).toEqual([query]);
  expect(await atDoor("jr hartley", false)).toEqual(["J. R. Hartley"]);
});

test("a name is found in every spelling", async () => {
  const { findRegisteredIds } = await openSite({
    "Jürgen Groß": {},
    "J. R. Hartley": {},
    "Jürgen Großmann": { email: "" },
    "McDonald, Ian": {},
    राम: {},
    かき: {},
  });
  const idsOf = (name: string) => findRegisteredIds({ name, email: "" }, false);
  for (const name of ["Juergen Gross", "Groß, Jürgen", "jurgen gross", "Dr Jürgen Groß"])
    expect(idsOf(name), name).toEqual([1]);
  expect(idsOf("JR Hartley")).toEqual([2]);
  for (const name of ["McDonald, Ian", "Ian McDonald"]) expect(idsOf(name), name).toEqual([4]);
  expect(idsOf("Gross")).toEqual([]);
  // Vowel signs and voicing marks, unlike accents, are not ignored.
  expect(["राम", "रमा", "かき", "がき"].map(idsOf)).toEqual([[5], [], [6], []]);
  // Two empty email addresses do not match.
  expect(findRegisteredIds({ name: "Ben Ito", email: "" }, true)).toEqual([]);
});

test("rows of an earlier version are found as before, and in every way after the upkeep has run", async () => {
  const { sqlite, atDesk, atDoor, completeSearchTexts } = await openSite({
    "Sean O’Brien": { phone: "0400 555 010", search_text: "sean o'brien\nx@example.com\njob\n\nab12cd34ef" },
    "Ann Ng": { search_text: "" },
    "Of a version to come": { search_text: "of a version to come\nx@example.com\n\n\n\nlater\n4" },
  });
  sqlite.exec("update delegates set search_text = '', updated_at = 1 where name = 'Ann Ng'");
  for (const find of [atDesk, atDoor]) expect(await find("o'brien")).toEqual(["Sean O’Brien"]);
  expect(await atDesk("obrien")).toEqual([]);
  await completeSearchTexts();
  for (const find of [atDesk, atDoor]) {
    expect(await find("obrien")).toEqual(["Sean O’Brien"]);
    expect(await find("0400555010")).toEqual(["Sean O’Brien"]);
    expect(await find("ng")).toEqual(["Ann Ng"]);
  }
  expect(sqlite.prepare("select updated_at from delegates where name = 'Ann Ng'").pluck().get()).toBe(1);
  expect(await atDesk("later")).toEqual(["Of a version to come"]);
});

test("a row added by another program is found after the upkeep has run", async () => {
  const { sqlite, atDesk } = await openSite();
  const { startMaintenance, endMaintenance } = await import("#app/server/maintenance.server.ts");
  sqlite.exec(
    "insert into delegates (name, email, job_title, registration_type) values ('Zoë Müller', 'z@example.com', 'J', 'pr_pass')",
  );
  expect(await atDesk("zoe muller")).toEqual([]);
  startMaintenance();
  await vi.waitFor(async () => expect(await atDesk("zoe muller")).toEqual(["Zoë Müller"]));
  await endMaintenance();
});

test("any search scans one index once", async () => {
  const { sqlite } = await openSite();
  const { parseQuery } = await import("#app/models/delegate/search-query.ts");
  const { queryCondition } = await import("#app/models/delegate/search.server.ts");
  const { db } = await import("#app/db/connection.server.ts");
  const { delegates } = await import("#app/db/schema.server.ts");
  for (const typed of ["jürgen o’brien", "0400 555 010", "AB12CD", "0123456789abcdef0123456789abcdef"]) {
    const query = parseQuery(typed);
    if (query === null) throw new Error("The query is empty");
    const found = db.select({ id: delegates.id }).from(delegates).where(queryCondition(query));
    const { sql, params } = found.toSQL();
    const plan = JSON.stringify(sqlite.prepare(`explain query plan ${sql}`).all(...params));
    expect(plan, typed).not.toMatch(/SCAN (?!delegates USING COVERING INDEX)/);
  }
});

test("names rank before prefixes of references, then outlets, then addresses", async () => {
  const { atDesk, findAtDoor } = await openSite({
    "By address": { email: "abba@example.com" },
    "By domain": { email: "x@abba.example.com" },
    "By job title": { job_title: "Abba" },
    "By outlet": { outlet: "The Abba Weekly" },
    "By reference": { reference: "ABBA012345" },
    "Beginning Abbas": {},
    "Word Abba": {},
    Abba: {},
  });
  const names = async (byEmail: boolean) =>
    (await findAtDoor("abba", 1, byEmail)).found.map(({ name }) => name);
  const shown = ["Abba", "Word Abba", "Beginning Abbas", "By reference", "By outlet"];
  expect(await names(true)).toEqual([...shown, "By address"]);
  expect(await names(false)).toEqual(shown);
  // The desk also searches domains and job titles.
  expect(await atDesk("abba")).toHaveLength(8);
});

test.each([
  ["علی کریمی", "علي كريمي"],
  ["فاطمة الزهراء", "فاطمه الزهراء"],
  ["موسى", "موسي"],
  ["محـمـد", "محمد"],
  ["ג׳ורג׳ כהן", "ג'ורג' כהן"],
  ["髙橋 大輔", "高橋 大輔"],
  ["Ħabib Ŧhor", "habib thor"],
  ["Παπαδόπουλος", "παπαδοπουλοσ"],
  ["أحمد", "احمد"],
  ["ﾔﾏﾀﾞ", "ヤマダ"],
  ["Łukasz", "lukasz"],
])("%s is found as %s, typed on another keyboard", async (name, typed) => {
  const { atDesk, atDoor } = await openSite({ [name]: {}, "Somebody Else": {} });
  expect(await atDesk(typed)).toEqual([name]);
  expect(await atDoor(typed)).toEqual([name]);
});

test("a telephone number in Arabic digits is found by either kind of digits", async () => {
  const { atDesk } = await openSite({
    "Ada Made": { phone: "٠٤٠٠ ١٢٣ ٤٥٦" },
    "Bo Lind": { phone: "0400 999 999" },
  });
  for (const typed of ["0400 123 456", "٠٤٠٠ ١٢٣ ٤٥٦"]) expect(await atDesk(typed)).toEqual(["Ada Made"]);
});

test.each([
  "httpsÖ--conference.example.com-registration-c571adf5d22dbd4558ae1e33732ccd6d",
  "httpsÑ--conference.example.com-registration-c571adf5d22dbd4558ae1e33732ccd6d",
  "httpsç--conference.example.com-registration-c571adf5d22dbd4558ae1e33732ccd6d",
  `Q_Bè"àéQàç`,
  "AáBýšéěAéí",
  "]Q1A8B7302A09",
])("a hand scanner finds the delegate on any keyboard: %s", async (scanned) => {
  const { atDoor } = await openSite({
    "Wedge One": { reference: "A8B7302A09", link_token: "c571adf5d22dbd4558ae1e33732ccd6d" },
  });
  expect(await atDoor(scanned, false)).toEqual(["Wedge One"]);
});
