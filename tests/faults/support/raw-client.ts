import { connect } from "node:net";

const TIMEOUT_MS = 15_000;

/** The head of a request to this port. `target` is method and path. */
export function headOf(port: number, target: string, headers: Record<string, string>): string {
  const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...headers });
  return `${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
}

/** Sends bytes and reads until the connection ends or `answers` responses have arrived. */
export function exchange(
  port: number,
  bytes: string | Buffer,
  { answers = Infinity, thenEnd = false } = {},
): Promise<{ statuses: number[]; text: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    const done = () => {
      clearTimeout(limit);
      socket.destroy();
      resolve({ statuses: statusesIn(text), text });
    };
    const limit = setTimeout(() => {
      socket.destroy();
      reject(new Error(`No answer to ${JSON.stringify(String(bytes).slice(0, 100))}, but:\n${text}`));
    }, TIMEOUT_MS);
    socket.setEncoding("latin1");
    socket.on("data", (chunk) => {
      text += chunk;
      if (statusesIn(text).length >= answers && isWhole(text)) done();
    });
    socket.once("close", done);
    // A reset counts as a closed connection.
    socket.on("error", () => {});
    socket.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes);
    if (thenEnd) socket.end();
  });
}

const statusesIn = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})[^\r\n]*\r\n(?=[\w-]+:)/g)]
    .map(([, status]) => Number(status))
    .filter((status) => status >= 200);

/** True if the last response is complete. */
function isWhole(text: string): boolean {
  const start = text.lastIndexOf("HTTP/1.1 ");
  const end = text.indexOf("\r\n\r\n", start);
  if (end < 0) return false;
  const head = text.slice(start, end);
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  if (length !== undefined) return text.length >= end + 4 + Number(length);
  return !/^transfer-encoding: chunked/im.test(head) || text.endsWith("\r\n0\r\n\r\n");
}

/**
 * Sends a head and a body. Returns the number of sent bytes, the first status, and whether the
 * server closed the connection early. A deaf client reads no response.
 */
export function pour(
  port: number,
  head: string,
  total: number,
  isChunked: boolean,
  { piece = PIECE, isDeaf = false, patienceMs = 120_000 } = {},
) {
  return new Promise<{ sent: number; status: number | null; isCut: boolean }>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    let isCut = true;
    socket.setEncoding("latin1");
    if (!isDeaf) {
      socket.on("data", (data) => {
        text += data;
        if (!isCut && isWhole(text)) socket.destroy();
      });
    }
    const headBytes = Buffer.byteLength(head, "latin1");
    const sent = () => socket.bytesWritten - socket.writableLength - headBytes;
    const leave = () => {
      isCut = false;
      socket.destroy();
    };
    const limit = setTimeout(leave, patienceMs);
    // A reset counts as a closed connection.
    socket.on("error", () => {});
    socket.once("close", () => {
      clearTimeout(limit);
      resolve({ sent: sent(), status: statusesIn(text)[0] ?? null, isCut });
    });
    socket.write(head, "latin1");
    let left = total;
    const push = () => {
      while (!socket.destroyed && left > 0) {
        const bytes = piece.subarray(0, left);
        left -= bytes.length;
        const isTaken = socket.write(isChunked ? chunkOf(bytes) : bytes);
        if (!isTaken) {
          socket.once("drain", push);
          return;
        }
      }
      if (socket.destroyed) return;
      socket.write(isChunked ? "0\r\n\r\n" : "", () => {
        isCut = false;
        if (isDeaf || isWhole(text)) socket.destroy();
      });
    };
    push();
  });
}

const PIECE = Buffer.alloc(256 * 1024, "a=b&");
const chunkOf = (bytes: Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);

/** Sends a head, then a piece each second, until the connection ends or a minute is over. */
export function trickle(port: number, head: string, pieces: string | string[]) {
  const start = performance.now();
  const socket = connect(port, "127.0.0.1");
  if (head !== "") socket.write(head, "latin1");
  let next = 0;
  const limit = setTimeout(() => socket.destroy(), 60_000);
  const timer = setInterval(() => {
    const piece = pieces[next];
    next += 1;
    if (piece !== undefined && socket.writable) socket.write(piece, "latin1");
  }, 1_000);
  let text = "";
  socket.setEncoding("latin1");
  socket.on("data", (chunk) => {
    text += chunk;
  });
  socket.on("error", () => {});
  return new Promise<{ afterMs: number; statuses: number[] }>((resolve) => {
    socket.once("close", () => {
      clearInterval(timer);
      clearTimeout(limit);
      resolve({ afterMs: performance.now() - start, statuses: statusesIn(text) });
    });
  });
}
