/** Fetches as a browser does: a request that met a closed connection is sent once more on another one. */
export async function fetchAgain(url: string | URL, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } };
    if (cause?.code !== "UND_ERR_SOCKET") throw error;
    return fetch(url, init);
  }
}
