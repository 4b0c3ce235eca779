// A library parses the headers: a pattern that allows blanks takes a third of a second for 16 kB of them.
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";

const ENCODINGS = ["br", "gzip", "identity"] as const;
/** The smallest first. */
export type Encoding = (typeof ENCODINGS)[number];

/** The published types are of an earlier version, without a preference of the server. */
type EncodingNegotiator = { encodings(offered: string[], options: { preferred: string[] }): string[] };

/** Browsers send one of a few dozen headers; a longer or rarer one is parsed each time. */
const known = new LRUCache<string, Encoding>({ max: 100 });
const KNOWN_LENGTH = 100;

/** The encoding that the header prefers; of equals, the smallest. */
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
