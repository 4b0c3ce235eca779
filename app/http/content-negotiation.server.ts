// Parsed by a library: a regular expression that allows blanks takes a third of a second for a 16 kB header.
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";

const ENCODINGS = ["br", "gzip", "identity"] as const;
/** Smallest first. */
export type Encoding = (typeof ENCODINGS)[number];

/** The published types are of an earlier version, without server preferences. */
type EncodingNegotiator = { encodings(offered: string[], options: { preferred: string[] }): string[] };

/** Browsers send only a few dozen different headers; longer or rarer ones are parsed each time. */
const known = new LRUCache<string, Encoding>({ max: 100 });
const KNOWN_LENGTH = 100;

/** The encoding the header prefers; among equals, the smallest. */
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
