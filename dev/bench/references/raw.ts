// The fastest a Node server gets: one ready answer, nothing decided. node raw-server.ts PORT FILE
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

const [port, file] = process.argv.slice(2);
const body = readFileSync(file ?? "");
createServer((_, response) => {
  response.writeHead(200, {
    "Content-Type": "text/html",
    "Content-Encoding": "br",
    "Content-Length": body.length,
  });
  response.end(body);
}).listen(Number(port), "127.0.0.1");
