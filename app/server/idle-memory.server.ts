// After a start or a burst of requests V8 keeps what it has taken until it needs more. A small machine has other use
// for it: once the site has nothing to do, it is given back.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const LOOK_EVERY_MS = 2_000;
/** Up to this part of a look the process was idle: a collection then holds nobody up. */
const IDLE_SHARE = 0.02;
/** Growth since the last collection that is worth another one, in bytes. */
const WORTH_BYTES = 8 * 1024 * 1024;

type Collect = (options: { type: "major"; execution: "sync"; flavor: "last-resort" }) => void;

/** V8's own garbage collector, which only its flags make known to scripts. */
function collector(): Collect {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  setFlagsFromString("--no-expose-gc");
  return collect;
}

let timer: NodeJS.Timeout | undefined;

/** Begins to look for idle moments, for as long as the process lives. */
export function giveMemoryBackWhenIdle(): void {
  if (timer) return;
  const collect = collector();
  const taken = () => {
    const { heapTotal, external } = process.memoryUsage();
    return heapTotal + external;
  };
  let leftAfterLast = 0;
  let before = process.cpuUsage();
  timer = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    if ((user + system) / 1000 > LOOK_EVERY_MS * IDLE_SHARE) return;
    if (taken() - leftAfterLast < WORTH_BYTES) return;
    collect({ type: "major", execution: "sync", flavor: "last-resort" });
    leftAfterLast = taken();
    before = process.cpuUsage();
  }, LOOK_EVERY_MS).unref();
}
