/** Fetches like a browser: after a closed connection the request is resent on another one. */
export async function fetchWithRetry(url: string | URL, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    if (cause?.code !== "UND_ERR_SOCKET") throw error;
    return fetch(url, init);
  }
}
