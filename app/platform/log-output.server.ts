// Where the log goes: standard output, which may be closed, full, or a pipe that nobody empties. Then lines are
// lost and counted, and the site goes on: an answer is worth more than the line about it.

/** What may wait for a pipe to be emptied. */
const WAITING_LIMIT_BYTES = 256 * 1024;

let lost = 0;
/** The lines of this turn of the event loop: they are written together when it ends, or when the process does. */
let lines: string[] = [];

// Without anybody to hear them, these would end the process. The writes below learn of them by themselves;
// what others print (Node's warnings, a stack trace) is lost with them.
for (const stream of [process.stdout, process.stderr]) {
  if (stream.listenerCount("error") === 0) stream.on("error", () => {});
}
process.once("exit", printLines);

/** Takes a line of the log. It neither waits nor throws. */
export const logOutput = {
  write(line: string): void {
    if (lines.length === 0) setImmediate(printLines);
    lines.push(line);
  },
};

function printLines(): void {
  const count = lines.length;
  const text = lines.join("");
  lines = [];
  if (count === 0) return;
  if (process.stdout.writableLength > WAITING_LIMIT_BYTES) lost += count;
  else print(text, { whenLost: count });
}

function print(text: string, { whenLost }: { whenLost: number }): void {
  process.stdout.write(text, (error) => {
    if (error) lost += whenLost;
    else if (lost > 0 && process.stdout.writableLength === 0) tellWhatIsLost();
  });
}

/** Said once, when whatever had waited has come through. */
function tellWhatIsLost(): void {
  const line = { level: "warn", time: new Date(), lost, msg: "lines of the log could not be written" };
  lost = 0;
  print(`${JSON.stringify(line)}\n`, { whenLost: line.lost });
}
