// Malformed, disguised and manipulated images.
import fc from "fast-check";
import sharp from "sharp";
import { chunk, flat, imageBombs, png, SIGNATURE, zeros } from "./image-bombs.ts";
import { SEED } from "./seed.ts";

/** Traces of attacks and metadata that a served image must not contain. */
export const MARKERS = [
  ...["<script", "<?php", "PK\u0003\u0004", "Secret place", "GPS-marker", "%PDF-", "#!/bin/sh"],
];
const SCRIPT = "<script>alert('Secret place')</script>";

/** Small images to truncate, mutate and combine. */
async function wholeImages(): Promise<Buffer[]> {
  const noise = { type: "gaussian", mean: 128, sigma: 40 } as const;
  const base = sharp({ create: { width: 96, height: 64, channels: 3, background: "#405060", noise } });
  return Promise.all([
    base.clone().jpeg().toBuffer(),
    base.clone().jpeg({ progressive: true }).toBuffer(),
    base.clone().png().toBuffer(),
    base.clone().png({ palette: true, progressive: true }).toBuffer(),
    base.clone().webp().toBuffer(),
    base.clone().webp({ lossless: true }).toBuffer(),
    base.clone().gif().toBuffer(),
    base.clone().avif({ effort: 0 }).toBuffer(),
  ]);
}

/** Polyglots, and files with a wrong type. */
function impostors(whole: Buffer[]): [string, Buffer][] {
  const html = Buffer.from(`<html>${SCRIPT}</html>`);
  const php = Buffer.from("<?php system($_GET['c']); ?>");
  const zip = Buffer.from("PK\u0003\u0004\u0014\0\0\0", "latin1");
  const pdf = Buffer.from("%PDF-1.7\n1 0 obj<</S/JavaScript>>endobj");
  const svg = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}<image href="/etc/passwd"/></svg>`,
  );
  const mixed = whole.flatMap((image, index): [string, Buffer][] => [
    ...Object.entries({
      HTML: html,
      PHP: php,
      "a zip": Buffer.concat([zip, Buffer.alloc(60)]),
      "a PDF": pdf,
    }).map(([name, other]): [string, Buffer] => [
      `image ${index} and ${name}`,
      Buffer.concat([image, other]),
    ]),
    [`HTML and image ${index}`, Buffer.concat([html, image])],
  ]);
  const [jpeg = Buffer.alloc(0)] = whole;
  const comment = (content: Buffer) => {
    const head = Buffer.from([0xff, 0xfe, 0, content.length + 2]);
    return Buffer.concat([jpeg.subarray(0, 2), head, content, jpeg.subarray(2)]);
  };
  const bomb = Buffer.from(
    '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><svg>&b;</svg>',
  );
  const boxed = (kind: string) =>
    Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(kind, "latin1"), Buffer.alloc(500)]);
  const bare: [string, Buffer][] = [
    ["SVG", svg],
    ["SVG with a declaration", Buffer.concat([Buffer.from('<?xml version="1.0"?>\n'), svg])],
    ["SVG called PNG", Buffer.concat([SIGNATURE, svg])],
    ["SVG bomb", bomb],
    ["GIFAR", Buffer.concat([Buffer.from("GIF89a\x01\0\x01\0\0\0\0;", "latin1"), zip])],
    ["HEIC", boxed("ftypheic\0\0\0\0mif1heic")],
    ["AVIF", boxed("ftypavif\0\0\0\0mif1avif")],
    ["TIFF", Buffer.from("II*\0\x08\0\0\0\x01\0\0\x01\x03\0", "latin1")],
    ["BMP", Buffer.concat([Buffer.from("BM"), Buffer.alloc(60)])],
    ["PDF", pdf],
    ["shell script", Buffer.from("#!/bin/sh\nid")],
    ["JPEG with a script in its comment", comment(html)],
    ["JPEG with PHP in its comment", comment(php)],
    ["JPEG with a comment that has no end", comment(Buffer.from([0xff, 0xfe, 0xff, 0xff]))],
    [
      "PNG with a script in its text",
      png({ width: 8, height: 8 }, zeros(200), [chunk("tEXt", Buffer.from(`Comment\0${SCRIPT}`))]),
    ],
    ["PNG with a wrong sum", flip(png({ width: 8, height: 8 }, zeros(200)), 30)],
    ["nothing", Buffer.alloc(0)],
    ["three bytes", Buffer.from([0xff, 0xd8, 0xff])],
    ["signature alone", SIGNATURE],
    ["RIFF of another kind", Buffer.from("RIFF\x10\0\0\0WAVEfmt \0\0\0\0", "latin1")],
  ];
  return [...bare, ...mixed];
}

function flip(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 0xff;
  return changed;
}

/** Images with metadata from cameras, phones and programs, and with hostile metadata. */
async function imagesWithMetadata(): Promise<[string, Buffer][]> {
  const artist = '"><img src=x onerror=alert(1)>';
  const exif = {
    IFD0: { Copyright: "Secret place", ImageDescription: SCRIPT, Artist: artist, Make: "GPS-marker" },
    IFD3: { GPSLatitudeRef: "S", GPSLatitude: "33/1 51/1 3540/100", GPSLongitude: "151/1 12/1 4000/100" },
  };
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description>${SCRIPT}</rdf:Description></rdf:RDF></x:xmpmeta>`;
  const formats = ["jpeg", "png", "webp", "gif", "avif"] as const;
  const made = formats.map(async (format): Promise<[string, Buffer][]> => {
    const plain = await flat(60, 40).withExif(exif).toFormat(format).toBuffer();
    const whole = flat(60, 40).withExif(exif).withXmp(xmp).withIccProfile("p3").toFormat(format);
    return [
      [`${format} with EXIF`, plain],
      [`${format} with EXIF, XMP and ICC`, await whole.toBuffer()],
      ...[0, 3, 9].map((by): [string, Buffer] => [`${format} turned by ${by}`, turn(plain, by)]),
    ];
  });
  return (await Promise.all(made)).flat();
}

/** Flips a byte near the start of the EXIF data, in the tag directory. */
function turn(bytes: Buffer, by: number): Buffer {
  const at = bytes.indexOf("Exif\0\0");
  return at < 0 ? bytes : flip(bytes, at + 10 + by);
}

/** Valid images with changed, missing or duplicated bytes. */
function mutants(whole: Buffer[], count: number): [string, Buffer][] {
  const changes = fc.record({
    image: fc.nat(whole.length - 1),
    kind: fc.constantFrom("flip", "flip", "flip", "cut", "double"),
    places: fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(255)), {
      minLength: 1,
      maxLength: 12,
    }),
  });
  return fc.sample(changes, { seed: SEED, numRuns: count }).map(({ image, kind, places }, index) => {
    const bytes = Buffer.from(whole[image] ?? []);
    const at = Math.floor((places[0]?.[0] ?? 0) * bytes.length);
    const name = `mutant ${index} (${kind} of ${image})`;
    if (kind === "cut") return [name, bytes.subarray(0, at)];
    if (kind === "double") return [name, Buffer.concat([bytes.subarray(0, at), bytes.subarray(at >> 1)])];
    for (const [place, value] of places) bytes[Math.floor(place * bytes.length)] = value;
    return [name, bytes];
  });
}

/** Yields `count` images, taking one of each kind in turn. */
export async function* hostileImages(count: number) {
  const whole = await wholeImages();
  const made = [...impostors(whole), ...(await imagesWithMetadata())];
  const ready = (images: [string, Buffer][]): ReturnType<typeof imageBombs> =>
    images.map(([name, bytes]) => [name, () => bytes]);
  const kinds = [imageBombs(), ready(made), ready(mutants(whole, count))];
  for (let n = 0, left = count; left > 0; n += 1) {
    const next = kinds.flatMap((kind) => kind.slice(n, n + 1)).slice(0, left);
    left -= next.length;
    for (const [name, make] of next) yield { name, bytes: new Uint8Array(await make()) };
  }
}
