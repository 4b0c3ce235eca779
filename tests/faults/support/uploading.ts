// Uploads over real connections, and checks of the stored images.
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { type ServerProcess, signInOver } from "./server-process.ts";

/** A photo with noise, for its size; a light `background` stays lighter after the contrast correction. */
export async function photo(background: string, width = 480, height = 320): Promise<Uint8Array<ArrayBuffer>> {
  const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
  const grain = await sharp({ create: { width, height, channels: 3, background, noise } })
    .png()
    .toBuffer();
  const whole = sharp({ create: { width, height, channels: 3, background } });
  const strip = (colour: string) => ({
    create: { width, height: Math.ceil(height / 10), channels: 3 as const, background: colour },
  });
  const mixed = await whole
    .composite([
      { input: grain, blend: "soft-light" },
      { input: strip("black"), gravity: "south" },
      { input: strip("white"), left: 0, top: Math.floor(height * 0.7) },
    ])
    .jpeg({ quality: 90 })
    .toBuffer();
  return new Uint8Array(mixed);
}

export type Uploader = Awaited<ReturnType<typeof uploaderOn>>;

/** An organiser's client of one server. */
export async function uploaderOn(server: ServerProcess, login?: string) {
  const Cookie = login ?? (await signInOver(server));
  const headers = { Cookie, "Sec-Fetch-Site": "same-origin" };
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(server.origin + path, { redirect: "manual", ...init, headers });
  return {
    cookie: Cookie,
    newPath: async (): Promise<string> => {
      const { uploadURL } = await (await ask("/api/objects/upload", { method: "POST" })).json();
      return uploadURL.slice(uploadURL.indexOf("/objects/"));
    },
    put: (path: string, bytes: Uint8Array<ArrayBuffer>) => ask(path, { method: "PUT", body: bytes }),
    addSpeaker: (name: string, bytes: Uint8Array<ArrayBuffer>) => {
      const body = new FormData();
      for (const [field, value] of Object.entries({ ...SPEAKER, name })) body.set(field, value);
      body.set("image", new File([bytes], "me.jpg"));
      return ask("/admin/speakers?add=", { method: "POST", body });
    },
    /** Sends a part of a request, then breaks the connection. */
    breakOff: async (path: string, request: BreakOff) => {
      const socket = connect(server.port, "127.0.0.1");
      socket.on("error", () => {});
      await new Promise((resolve) => socket.once("connect", resolve));
      await write(socket, headOf(server, path, headers, request));
      await write(socket, request.body.subarray(0, Math.round(request.body.length * request.part)));
      await pause(request.afterMs);
      socket.destroy();
    },
  };
}

/** The sent part of a body, from 0 to 1, and the delay before the connection breaks. */
export type BreakOff = { method: string; type: string; body: Uint8Array; part: number; afterMs: number };

const SPEAKER = { title: "Editor", company: "The Quill", category: "tech" };

const write = (socket: Socket, bytes: string | Uint8Array) =>
  new Promise<void>((resolve) => socket.write(bytes, () => resolve()));

function headOf(
  server: ServerProcess,
  path: string,
  headers: Record<string, string>,
  request: BreakOff,
): string {
  const all = { Host: `127.0.0.1:${server.port}`, ...headers, "Content-Type": request.type };
  const lines = Object.entries({ ...all, "Content-Length": request.body.length });
  return `${request.method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
}

/** Bytes and content type of a form with an image. */
export async function multipartOf(name: string, bytes: Uint8Array<ArrayBuffer>) {
  const form = new FormData();
  for (const [field, value] of Object.entries({ ...SPEAKER, name })) form.set(field, value);
  form.set("image", new File([bytes], "me.jpg"));
  const encoded = new Response(form);
  return {
    type: encoded.headers.get("Content-Type") ?? "",
    body: new Uint8Array(await encoded.arrayBuffer()),
  };
}

/** True if an image exists in both sizes, false if in none. @throws if one is missing or does not decode. */
export async function isWhole(origin: string, path: string): Promise<boolean> {
  const large = await fetch(origin + path);
  if (large.status === 404) return false;
  await decode(large);
  await decode(await fetch(`${origin}${path}-600`));
  return true;
}

/** @throws unless the response is a WebP image that decodes completely. */
export async function decode(response: Response) {
  if (response.status !== 200) throw new Error(`${response.url} returned ${response.status}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  const image = sharp(bytes, { failOn: "warning" });
  const { data, info } = await image.clone().raw().toBuffer({ resolveWithObject: true });
  const metadata = await image.metadata();
  if (metadata.format !== "webp") throw new Error(`${response.url} is ${metadata.format}`);
  return { bytes, metadata, info, middle: [...data.subarray(0, 3)] };
}
