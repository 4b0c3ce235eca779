// Runs one task of app/models/heavy-work.server.ts in a thread, with a database connection of its own.
import { parentPort, workerData } from "node:worker_threads";

const build = await import("./build/server/index.js");
parentPort.postMessage(await build.entry.module.performWork(workerData));
