// An upload URL accepts one image by PUT. It is signed, valid for 15 minutes and usable once.
import { randomUUID } from "node:crypto";
import { IMAGE_PATH } from "#app/models/image/image.ts";
import { isSameSecret } from "#app/platform/api-token.server.ts";
import { env } from "#app/platform/env.server.ts";
import { hmac, signingKeys } from "#app/platform/secrets.server.ts";

const LIFETIME_MS = 15 * 60 * 1000;

const sign = (key: string, id: string, expires: string) => hmac(key, `${id} ${expires}`);

export function createUploadUrl(): string {
  const id = randomUUID();
  const expires = String(Date.now() + LIFETIME_MS);
  const [key = ""] = signingKeys("upload");
  return `${env.SITE_ORIGIN}${IMAGE_PATH}${id}?expires=${expires}&signature=${sign(key, id, expires)}`;
}

/** True if this site issued the URL for this id and it has not expired. */
export function isUploadUrlValid(id: string, url: URL): boolean {
  const expires = url.searchParams.get("expires") ?? "";
  const given = url.searchParams.get("signature") ?? "";
  const isSigned = signingKeys("upload").some((key) => isSameSecret(given, sign(key, id, expires)));
  return isSigned && Number(expires) > Date.now();
}
