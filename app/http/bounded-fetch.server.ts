/** Limits for responses of other services, which are a few kB long. */
const TIMEOUT_MS = 5_000;
const LIMIT_BYTES = 1024 * 1024;

/**
 * `json` is undefined if the body is not JSON.
 * @throws if there is no response, after TIMEOUT_MS, or above LIMIT_BYTES.
 */
export async function fetchJson(
  url: string,
  init: RequestInit = {},
): Promise<{ status: number; json: unknown }> {
  // The signal applies until the last byte has been read.
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { ...init, signal });
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the rest of the body.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > LIMIT_BYTES)
      throw new Error(`${new URL(url).pathname} returned more than ${LIMIT_BYTES} bytes`);
    chunks.push(chunk);
  }
  return { status: response.status, json: parse(Buffer.concat(chunks).toString()) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
