// Images that the organiser uploads to the current test's app.
import { expect } from "vitest";
import { ORIGIN } from "./app.ts";
import { app, organiser } from "./organised.ts";

export async function newUploadPath(): Promise<string> {
  const response = await organiser.json("POST", "/api/objects/upload");
  expect(response.status).toBe(200);
  const { uploadURL } = await response.json();
  expect(uploadURL).toMatch(new RegExp(`^${ORIGIN}/objects/uploads/[0-9a-f-]{36}\\?`));
  return uploadURL.slice(ORIGIN.length);
}

export const put = (path: string, bytes: Uint8Array, cookie = organiser.cookie) =>
  app.fetch(path, {
    method: "PUT",
    headers: { Cookie: cookie, "Sec-Fetch-Site": "same-origin", "Content-Type": "image/gif" },
    body: new Uint8Array(bytes),
  });

/** Uploads an image as a dialog does with JavaScript. Returns its path. */
export async function upload(bytes: Uint8Array): Promise<string> {
  const uploaded = await put(await newUploadPath(), bytes);
  expect(uploaded.status).toBe(201);
  return (await uploaded.json()).objectPath;
}

/** A form with files or a blank file field, as a browser without JavaScript sends it. */
export function multipart(fields: Record<string, string>, ...files: Uint8Array[]) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  for (const file of files) body.append("image", new File([new Uint8Array(file)], "me.jpg"));
  if (files.length === 0) body.append("image", new File([], ""));
  const headers = { Cookie: organiser.cookie, "Sec-Fetch-Site": "same-origin", Origin: ORIGIN };
  return { method: "POST", body, headers };
}
