// A conference in which every text tries to run as code.
import { expect } from "vitest";
import { TRACKS } from "#app/vocabulary/program.ts";
import { aFormId } from "../../support/form-id.ts";
import type { OrganisedServer } from "./organised-server.ts";
import { inDatabase } from "./rows.ts";
import {
  LINE_SEPARATORS,
  SCRIPT_ADDRESSES,
  SCRIPT_EMAILS,
  SCRIPT_TEXTS,
  SHORT_TEXTS,
} from "./script-texts.ts";

/** The word that identifies a text on the pages. */
export const markOf = (index: number) => `T${index}T`;

/** All texts joined, cut to the longest accepted length. */
export const COMBINED = [...SCRIPT_TEXTS, LINE_SEPARATORS].join("\n").slice(0, 4_990);

const shortText = (index: number) => `${SHORT_TEXTS[index % SHORT_TEXTS.length]}${markOf(index)}`;

function textsOf(index: number) {
  const text = `${markOf(index)} ${SCRIPT_TEXTS[index]}`;
  const long = `${text}\n${index === 0 ? COMBINED : LINE_SEPARATORS}`;
  return {
    speaker: {
      name: text,
      pronouns: shortText(index),
      title: text,
      company: text,
      bio: long,
      category: TRACKS[index % TRACKS.length] ?? "b2c",
    },
    programSession: { title: text, time: shortText(index), type: shortText(index), description: long },
    delegate: {
      registrationType: "media_pass",
      name: text,
      email: `o'onfocus'-${index}@example.com`,
      phone: shortText(index),
      jobTitle: text,
      outlet: text,
      workUrl: `https://work.example.com/'"><img src=x onerror=alert(${index})>`,
      notes: long,
    },
  };
}

/** Writes every text into every field, by API and forms. Returns the ids created by the API. */
export async function writeHostileConference(server: OrganisedServer) {
  const ids: { speaker: number; programSession: number; delegate: number }[] = [];
  for (let from = 0; from < SCRIPT_TEXTS.length; from += 5) {
    const some = [...SCRIPT_TEXTS.keys()].slice(from, from + 5);
    ids.push(...(await Promise.all(some.map((index) => writeOne(server, index)))));
  }
  return ids;
}

async function writeOne(server: OrganisedServer, index: number) {
  const { speaker, programSession, delegate } = textsOf(index);
  const post = (path: string, body: object) => expectStatus(server.send("POST", path, body), 201);
  const form = (path: string, values: Record<string, string>) => {
    const fields = new URLSearchParams({ formId: aFormId(), ...values });
    return expectStatus(server.send("POST", path, fields), 303);
  };
  // The site refuses names that contain an address, but older rows may have one.
  const { name, jobTitle, outlet } = delegate;
  const plain = { ...delegate, name: `Plain ${markOf(index)}`, jobTitle: "Editor", outlet: null };
  const [madeSpeaker, madeSession, madeDelegate] = await Promise.all([
    post("/api/admin/speakers", { ...speaker, featured: true }),
    post("/api/admin/program", { ...programSession, track: null }),
    post("/api/registrations", plain),
    form("/admin/speakers?add=", { ...speaker, featured: "on" }),
    form("/admin/program?add=", { ...programSession, track: "none" }),
    form("/register", { ...plain, outlet: "", favoredStream: "b2b" }),
  ]);
  const update = "update delegates set name = ?, job_title = ?, outlet = ? where name = ?";
  const { changes } = inDatabase(server.dataDir, (sqlite) =>
    sqlite.prepare(update).run(name, jobTitle, outlet, plain.name),
  );
  expect(changes).toBe(2);
  const ids = {
    speaker: Number((await madeSpeaker.json()).id),
    programSession: Number((await madeSession.json()).id),
    delegate: Number((await madeDelegate.json()).id),
  };
  await post("/api/admin/speaker-sessions", { speakerId: ids.speaker, sessionId: ids.programSession });
  return ids;
}

async function expectStatus(answer: Promise<Response>, status: number): Promise<Response> {
  const response = await answer;
  if (response.status !== status)
    expect.fail(`${response.url} answered ${response.status}: ${await response.text()}`);
  return response;
}

/** Sends every foreign image address and odd email address. Returns the number of refusals. */
export async function sendHostileAddresses(server: OrganisedServer, speakerId: number) {
  const { speaker, delegate } = textsOf(1);
  let refused = 0;
  for (const imageUrl of SCRIPT_ADDRESSES) {
    const answers = await Promise.all([
      server.send("POST", "/api/admin/speakers", { ...speaker, imageUrl }),
      server.send("PUT", `/api/admin/speakers/${speakerId}`, { ...speaker, imageUrl }),
      server.send("PUT", `/api/speakers/${speakerId}/image`, { imageURL: imageUrl }),
      server.send("POST", "/admin/speakers?add=", new URLSearchParams({ ...speaker, imageUrl })),
    ]);
    for (const answer of answers) expect(answer.status, imageUrl).toBe(422);
    refused += answers.length;
  }
  for (const email of SCRIPT_EMAILS) {
    const { status } = await server.send("POST", "/api/registrations", { ...delegate, email });
    expect([201, 422], email).toContain(status);
    if (status === 422) refused += 1;
  }
  return refused;
}

/** Creates drafts, as if a login had ended during editing. Returns their ids. */
export async function leaveDrafts(server: OrganisedServer, index: number) {
  const { speaker, programSession } = textsOf(index);
  const visit = server.cookie.split("; ").find((cookie) => cookie.startsWith("had-login=")) ?? "";
  const draft = async (path: string, fields: Record<string, string>) => {
    const answer = await server.send("POST", path, new URLSearchParams(fields), { Cookie: visit });
    return /draft%3D([0-9a-f-]{36})/.exec(await answer.text())?.[1] ?? expect.fail("no draft was kept");
  };
  return {
    speaker: await draft("/admin/speakers?add=", { ...speaker, formId: speaker.name }),
    programSession: await draft("/admin/program?add=", { ...programSession, formId: speaker.name }),
  };
}
