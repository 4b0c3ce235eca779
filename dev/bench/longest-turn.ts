// Loaded into the server before it starts. Writes the longest turn of the event loop to a file, in ms of
// processor time, which other programs on the computer do not lengthen. SIGUSR2 begins again.
import { renameSync, writeFileSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const file = process.env.LONGEST_TURN_FILE ?? "";
let longest = 0;
let last = process.threadCpuUsage();
const write = () => {
  writeFileSync(`${file}.new`, longest.toFixed(1));
  renameSync(`${file}.new`, file);
};
process.on("SIGUSR2", () => {
  longest = 0;
  write();
});
const measure = () => {
  const { user, system } = process.threadCpuUsage(last);
  last = process.threadCpuUsage();
  const ms = (user + system) / 1000;
  if (ms <= longest) return;
  longest = ms;
  write();
};
// Turns of other threads delay no request.
if (isMainThread) {
  setInterval(measure, 2).unref();
  write();
}
