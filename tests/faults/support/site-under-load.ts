// Delegates who register while organisers upload and replace images.
import { readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { photo } from "../../support/backups.ts";
import { registration } from "../../support/factories.ts";
import { fetchWithRetry } from "./fetch-with-retry.ts";

const REGISTERING = 4;
const UPLOADING = 2;
export const SPEAKERS_WITH_IMAGES = 8;

/** Acknowledged registrations, images of new speakers by id, and the number of uploads. */
export type Answered = { emails: string[]; speakers: Map<number, string>; uploads: number };

/** Starts the load on a site. `stop` waits for the requests in flight. */
export async function startLoad(site: { origin: string; dataDir: string; cookie: string }, round: number) {
  const answered: Answered = { emails: [], speakers: new Map(), uploads: 0 };
  const refused: string[] = [];
  const image = await photo();
  let isOver = false;

  async function ask(method: string, path: string, body?: unknown) {
    const isImage = body instanceof Uint8Array;
    const response = await fetchWithRetry(new URL(path, site.origin), {
      method,
      headers: {
        Cookie: site.cookie,
        "Sec-Fetch-Site": "same-origin",
        "Content-Type": isImage ? "image/png" : "application/json",
      },
      body: isImage ? new Uint8Array(body) : JSON.stringify(body ?? {}),
    });
    const text = await response.text();
    if (response.ok) return JSON.parse(text);
    const answer = `${method} ${path}: ${response.status} ${text}`;
    refused.push(answer);
    throw new Error(answer);
  }

  async function register(writer: number) {
    for (let n = 0; !isOver; n += 1) {
      const email = `r${round}-w${writer}-${n}@example.com`;
      await ask("POST", "/api/registrations", registration({ email }));
      answered.emails.push(email);
    }
  }

  /** Adds images to new and existing speakers. The next upload sweeps replaced images. */
  async function upload(writer: number) {
    for (let n = 0; !isOver; n += 1) {
      const { uploadURL } = await ask("POST", "/api/objects/upload");
      const { pathname, search } = new URL(uploadURL);
      const { objectPath } = await ask("PUT", pathname + search, image);
      answered.uploads += 1;
      if (n % 2 === 0) {
        const speaker = { name: "S", title: "T", company: "C", category: "tech", imageUrl: objectPath };
        answered.speakers.set((await ask("POST", "/api/admin/speakers", speaker)).id, objectPath);
      } else {
        const id = 1 + ((UPLOADING * n + writer) % SPEAKERS_WITH_IMAGES);
        await ask("PUT", `/api/speakers/${id}/image`, { imageURL: objectPath });
      }
    }
  }

  const writers = Promise.allSettled([
    ...Array.from({ length: REGISTERING }, (_, n) => register(n)),
    ...Array.from({ length: UPLOADING }, (_, n) => upload(n)),
  ]);
  return {
    answered,
    /** Refused requests. The writers that sent them have stopped. */
    refused,
    stop: () => {
      isOver = true;
      return writers;
    },
  };
}

/** Backdates all images. The site must not sweep at the same time. */
export function backdateImages(dataDir: string): void {
  const uploads = join(dataDir, "uploads");
  for (const name of readdirSync(uploads, { recursive: true, encoding: "utf8" })) {
    utimesSync(join(uploads, name), 1, 1);
  }
}
