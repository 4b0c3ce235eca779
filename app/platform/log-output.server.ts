// Where the log goes: standard output, which may be closed, full, or a pipe that nobody empties. Then lines are
// lost and counted, and the site goes on: an answer is worth more than the line about it.

/** What may wait for a pipe to be emptied. */
const WAITING_LIMIT_BYTES = 256 * 1024;

let lost = 0;

// Without anybody to hear them, these would end the process. The writes below learn of them by themselves;
// what others print (Node's warnings, a stack trace) is lost with them.
for (const stream of [process.stdout, process.stderr]) {
  if (stream.listenerCount("error") === 0) stream.on("error", () => {});
}

/** Takes a line of the log. It neither waits nor throws. */
export const logOutput = {
  write(line: string): void {
    if (process.stdout.writableLength > WAITING_LIMIT_BYTES) lost += 1;
    else print(line, { whenLost: 1 });
  },
};

function print(line: string, { whenLost }: { whenLost: number }): void {
  process.stdout.write(line, (error) => {
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
