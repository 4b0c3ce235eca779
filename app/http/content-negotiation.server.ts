// Which form of an answer a client wants. Headers are parsed by the library for it, never by patterns of
// ours: one that allows blanks before a separator takes a third of a second for 16 kB of them.
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";

const ENCODINGS = ["br", "gzip", "identity"] as const;
/** How an answer may be compressed, the smallest first. */
export type Encoding = (typeof ENCODINGS)[number];

/** Its published types are of an earlier version, which had no preference of the server's own. */
type EncodingNegotiator = { encodings(offered: string[], options: { preferred: string[] }): string[] };

/** What browsers send is one of a few dozen headers; a longer or rarer one is read each time. */
const known = new LRUCache<string, Encoding>({ max: 100 });
const KNOWN_LENGTH = 100;

/** The encoding that an Accept-Encoding header likes best; of those it likes equally, the smallest. */
export function encodingFor(accepted = ""): Encoding {
  const remembered = known.get(accepted);
  if (remembered) return remembered;
  const encoding = bestEncoding(accepted);
  if (accepted.length <= KNOWN_LENGTH) known.set(accepted, encoding);
  return encoding;
}

function bestEncoding(accepted: string): Encoding {
  const negotiator: EncodingNegotiator = new Negotiator({ headers: { "accept-encoding": accepted } });
  const [best] = negotiator.encodings([...ENCODINGS], { preferred: [...ENCODINGS] });
  return ENCODINGS.find((encoding) => encoding === best) ?? "identity";
}
