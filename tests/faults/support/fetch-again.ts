/**
 * Fetches as a browser does: where a connection that was kept turns out to be closed, as after a reload of nginx, the
 * request is sent once more on another one.
 */
export async function fetchAgain(url: string | URL, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    if (cause?.code !== "UND_ERR_SOCKET") throw error;
    return fetch(url, init);
  }
}
