// Uploads over real connections, and checks of the stored images.
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { headOf } from "./raw-client.ts";
import { logInOver, type ServerProcess } from "./server-process.ts";

/** A noisy photo. Black and white strips prevent contrast correction of the background. */
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

/** An organiser's client for one server. */
export async function uploaderOn(server: ServerProcess, login?: string) {
  const Cookie = login ?? (await logInOver(server));
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
    addSpeaker: (name: string, bytes: Uint8Array<ArrayBuffer>) =>
      ask("/admin/speakers?add=", { method: "POST", body: speakerForm(name, bytes) }),
    /** Sends a part of a request, then breaks the connection. */
    breakOff: async (path: string, request: BreakOff) => {
      const socket = connect(server.port, "127.0.0.1");
      socket.on("error", () => {});
      await new Promise((resolve) => socket.once("connect", resolve));
      const length = { "Content-Type": request.type, "Content-Length": String(request.body.length) };
      await write(socket, headOf(server.port, `${request.method} ${path}`, { ...headers, ...length }));
      await write(socket, request.body.subarray(0, Math.round(request.body.length * request.part)));
      await pause(request.afterMs);
      socket.destroy();
    },
  };
}

/** `part` is the sent fraction of the body. The connection breaks after `afterMs`. */
type BreakOff = { method: string; type: string; body: Uint8Array; part: number; afterMs: number };

const write = (socket: Socket, bytes: string | Uint8Array) =>
  new Promise<void>((resolve) => socket.write(bytes, () => resolve()));

function speakerForm(name: string, bytes: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData();
  const speaker = { name, title: "Editor", company: "The Quill", category: "tech" };
  for (const [field, value] of Object.entries(speaker)) form.set(field, value);
  form.set("image", new File([bytes], "me.jpg"));
  return form;
}

/** Bytes and content type of a form with an image. */
export async function multipartOf(name: string, bytes: Uint8Array<ArrayBuffer>) {
  const encoded = new Response(speakerForm(name, bytes));
  return { type: encoded.headers.get("Content-Type") ?? "", body: await encoded.bytes() };
}

/** True if an image exists in two sizes, false if it is missing. @throws if it is incomplete. */
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
  // A mean, because a single pixel of a noisy photo can have any shade.
  const mean = data.reduce((sum, value) => sum + value, 0) / data.length;
  return { bytes, metadata, info, mean };
}
