/** Limits for responses from other services. These responses are normally a few kB long. */
const TIMEOUT_MS = 5_000;
const LIMIT_BYTES = 1024 * 1024;

/**
 * `json` is undefined if the body is not JSON.
 * @throws if there is no response, or the response exceeds TIMEOUT_MS or LIMIT_BYTES.
 */
export async function fetchJson(url: string, init: RequestInit = {}) {
  // The timeout also covers the body.
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { ...init, signal });
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Throwing cancels the rest of the body.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > LIMIT_BYTES)
      throw new Error(`${new URL(url).pathname} returned more than ${LIMIT_BYTES} bytes`);
    chunks.push(chunk);
  }
  const { status, headers } = response;
  return { status, json: parse(Buffer.concat(chunks).toString()), headers };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
