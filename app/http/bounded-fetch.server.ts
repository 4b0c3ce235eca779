/** In what time another service has to have answered, and how much of it is read: its documents have some kB. */
const TIMEOUT_MS = 5_000;
const LIMIT_BYTES = 1024 * 1024;

/**
 * The status and the JSON that another service answers with, however slowly or endlessly it would like to.
 * Where the body is no JSON, `json` is undefined.
 * @throws where it does not answer, takes too long, or says more than LIMIT_BYTES.
 */
export async function fetchJson(
  url: string,
  init: RequestInit = {},
): Promise<{ status: number; json: unknown }> {
  // It counts until the last byte has been read.
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(url, { ...init, signal });
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop cancels the rest.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > LIMIT_BYTES)
      throw new Error(`${new URL(url).pathname} answered more than ${LIMIT_BYTES} bytes`);
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
