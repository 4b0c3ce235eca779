import { createHash } from "node:crypto";
import { readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { crc32 } from "node:zlib";
import sharp from "sharp";
import { expect, test, vi } from "vitest";
import { ORIGIN, visibleText } from "../support/app.ts";
import { app, db, openOrganised, organisedForEach, organiser, pageOf } from "../support/organised.ts";
import { multipart, newUploadPath, put, upload } from "../support/uploads.ts";

organisedForEach();
/** Opens a new app, for tests that damage files or inspect all files. */
const openAlone = () => openOrganised({}, { isNew: true });

const plain = (width: number, height: number, background: string, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background } });

const photo = (width = 1600, height = 900) =>
  plain(width, height, "#b3161e")
    .withExif({ IFD0: { Copyright: "Secret place" } })
    .jpeg()
    .toBuffer();

/** Creates a transparent 16-bit PNG whose header claims this size, with a valid checksum. */
async function interlaced(width: number, height: number): Promise<Buffer> {
  const blank = plain(8, 8, "#b3161e", 4);
  const png = await blank.toColourspace("rgb16").png({ progressive: true }).toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

const DAMAGED = "This image cannot be read: the file is damaged or incomplete. Choose another one.";

const SPEAKER = { name: "Zara Quill", title: "Editor", company: "The Quill", category: "tech" };
const ADD = "/admin/speakers?add=";
/** Sends a speaker with these images, as a browser without JavaScript does. */
const send = (path: string, fields: Record<string, string>, ...files: Uint8Array[]) =>
  app.fetch(path, multipart({ ...SPEAKER, ...fields }, ...files));
const seenOf = (id: number) => String(db.value("select updated_at from speakers where id = ?", id));
const imageOf = (name: string) =>
  db.value("select image_url from speakers where name = ?", name) as string | null;
const SAMPLE_PHOTO = "/portraits/marguerite-oyelaran.svg";

const stored = async (path: string) => sharp(Buffer.from(await (await app.fetch(path)).arrayBuffer()));
const SIZES = { "": 1200, "-600": 600, "-288": 288 };

test("an image is uploaded with one PUT, served in three immutable sizes, and assigned to a speaker", async () => {
  const path = await newUploadPath();
  const uploaded = await put(path, await photo());
  expect(uploaded.status).toBe(201);
  const { objectPath } = await uploaded.json();

  for (const [suffix, width] of Object.entries(SIZES)) {
    const response = await app.fetch(objectPath + suffix);
    const image = sharp(Buffer.from(await response.arrayBuffer()));
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
    });
    const metadata = await image.metadata();
    expect([metadata.format, metadata.width, metadata.exif]).toEqual(["webp", width, undefined]);
  }

  const given = await organiser.json("PUT", "/api/speakers/12/image", { imageURL: ORIGIN + path });
  expect(await given.json()).toEqual({ objectPath });
  expect(imageOf("Catherine Ng")).toBe(objectPath);
  const sizes = `srcSet="${objectPath}-288 288w, ${objectPath}-600 600w, ${objectPath} 1200w"`;
  expect(await pageOf("/")).toContain(sizes);
});

test("an upload URL works once, unaltered, for a program without other credentials", async () => {
  const path = await newUploadPath();
  const small = await photo(10, 10);
  const other = path.replace(/uploads\/[^?]+/, `uploads/${crypto.randomUUID()}`);
  for (const altered of [path.replace(/expires=\d/, "expires=9"), other])
    expect((await put(altered, small)).status).toBe(403);
  expect((await put(other, small, "login=x")).status).toBe(401);
  expect((await app.fetch(path, { method: "PUT", body: new Uint8Array(small) })).status).toBe(201);
  const again = await put(path, small);
  const message = "This upload URL has been used. Choose the image again.";
  expect([again.status, await again.json()]).toEqual([422, { message }]);
});

test("a sideways photo of a phone is turned upright, in every size", async () => {
  const lying = await sharp(await photo(1600, 900))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const objectPath = await upload(lying);
  for (const [suffix, height] of Object.entries(SIZES)) {
    const { orientation, ...size } = await (await stored(objectPath + suffix)).metadata();
    expect(orientation).toBeUndefined();
    expect(size).toMatchObject({ width: Math.round((height * 900) / 1600), height });
  }
});

test("an upload URL is valid until 15 minutes after it was made, and no longer", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const made = Date.now();
  const [early, late] = [await newUploadPath(), await newUploadPath()];
  vi.setSystemTime(made + 15 * 60_000 - 1_000);
  expect((await put(early, await photo(10, 10))).status).toBe(201);
  vi.setSystemTime(made + 15 * 60_000 + 1_000);
  const refused = await put(late, await photo(10, 10));
  const message = "This upload URL is invalid or has expired. Choose the image again.";
  expect([refused.status, await refused.json()]).toEqual([403, { message }]);
});

test("an upload URL whose signature is missing, empty, cut, longer, altered or another's is refused", async () => {
  const [path, another] = [await newUploadPath(), await newUploadPath()];
  const signatureOf = (address: string) => new URL(address, ORIGIN).searchParams.get("signature") ?? "";
  const signature = signatureOf(path);
  const bare = path.replace(/&signature=.*/, "");
  const flipped = `${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
  const small = await photo(10, 10);
  const values = ["", signature.slice(0, -1), `${signature}A`, flipped, signature.toUpperCase()];
  for (const value of [...values, signatureOf(another), "undefined", "null"])
    expect((await put(`${bare}&signature=${value}`, small)).status, value).toBe(403);
  for (const address of [bare, bare.replace(/\?.*/, ""), `${bare}&Signature=${signature}`])
    expect((await put(address, small)).status, address).toBe(403);
  for (const expires of ["", "9999999999999", "Infinity", "1e99"]) {
    const longer = path.replace(/expires=\d+/, `expires=${expires}`);
    expect((await put(longer, small)).status, longer).toBe(403);
  }
  expect((await put(path, small)).status).toBe(201);
});

/** The stored image's dominant colour, and its metadata as read by sharp. */
async function storedOf(bytes: Uint8Array) {
  const image = await stored(await upload(bytes));
  const { dominant } = await image.stats();
  const { format, pages, width, exif, xmp, icc } = await image.metadata();
  return { colour: dominant, format, pages, width, kept: [exif, xmp, icc].filter(Boolean) };
}

test("a GIF becomes a still image of its first frame, and AVIF is accepted", async () => {
  const still = (background: string) => plain(80, 60, background);
  const frames = await Promise.all(["#202020", "#e0e0e0"].map((colour) => still(colour).png().toBuffer()));
  const gif = await sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100] })
    .toBuffer();
  expect((await sharp(gif, { animated: true }).metadata()).pages).toBe(2);
  const avif = await still("#202020")
    .withExif({ IFD0: { Copyright: "Secret place" } })
    .avif({ effort: 0 })
    .toBuffer();
  for (const bytes of [gif, avif]) {
    const { colour, ...stored } = await storedOf(bytes);
    expect(stored).toEqual({ format: "webp", pages: undefined, width: 80, kept: [] });
    // The first frame is dark.
    expect(colour.r).toBeLessThan(100);
  }
});

/** Creates a photo with a horizontal gradient between two colours. */
function gradient(from: number[], to: number[], side = 300): Promise<Buffer> {
  const pixels = Buffer.alloc(side * side * 3);
  for (let at = 0; at < pixels.length; at += 1) {
    const [dark = 0, light = 0, way] = [from[at % 3], to[at % 3], (Math.floor(at / 3) % side) / (side - 1)];
    pixels[at] = dark + (light - dark) * way;
  }
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer();
}

test("photos of every colour and contrast are printed in one ink on the same paper, in every size", async () => {
  const photos = {
    pale: await gradient([110, 120, 150], [190, 200, 230]),
    dark: await gradient([5, 0, 0], [90, 40, 20]),
    grey: await gradient([0, 0, 0], [255, 255, 255]),
  };
  for (const [what, bytes] of Object.entries(photos)) {
    // Percentiles are whole numbers, so results at low contrast are less exact.
    const exactness = what === "grey" ? 8 : 24;
    const objectPath = await upload(bytes);
    for (const suffix of Object.keys(SIZES)) {
      const image = await stored(objectPath + suffix);
      const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
      const colourAt = (way: number) => {
        const start = (Math.floor(info.height / 2) * info.width + Math.floor((info.width - 1) * way)) * 3;
        return [...data.subarray(start, start + 3)];
      };
      for (const [way, expected] of [
        [0, [0x15, 0x17, 0x1c]],
        [1, [0xef, 0xec, 0xe6]],
      ] as const)
        for (const [band, value] of colourAt(way).entries())
          expect(Math.abs(value - (expected[band] ?? 0)), `${what}${suffix} at ${way}`).toBeLessThan(
            exactness,
          );
      const [red = 0, green = 0, blue = 0] = colourAt(0.5);
      expect(Math.max(red, green, blue) - Math.min(red, green, blue), `${what}${suffix}`).toBeLessThan(10);
    }
  }
});

/** Lightness of a stored image at these positions across its middle: 0 is ink, 1 is paper. */
async function lightAcross(bytes: Buffer, ways: number[]): Promise<number[]> {
  const image = await stored(await upload(bytes));
  const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
  return ways.map((way) => {
    const at = (Math.floor(info.height / 2) * info.width + Math.floor((info.width - 1) * way)) * 3;
    return ((data[at] ?? 0) - 0x15) / (0xef - 0x15);
  });
}

test("a photo against the light, or with too much of it, is corrected; a well-lit one stays", async () => {
  const side = 300;
  const strip = (background: string) => plain(12, side, background).png().toBuffer();
  const withStrip = async (photo: Buffer, background: string, gravity: "east" | "west") =>
    sharp(photo)
      .composite([{ input: await strip(background), gravity }])
      .png()
      .toBuffer();
  const backlit = await withStrip(await gradient([0, 0, 0], [70, 70, 70]), "white", "east");
  const hazy = await withStrip(await gradient([180, 180, 180], [255, 255, 255]), "black", "west");
  const good = await gradient([0, 0, 0], [255, 255, 255]);
  const [[darkMiddle = 0, white], [black, lightMiddle = 0], [quarter, middle]] = await Promise.all([
    lightAcross(backlit, [0.5, 1]),
    lightAcross(hazy, [0, 0.5]),
    lightAcross(good, [0.25, 0.5]),
  ]);
  expect(Math.abs(darkMiddle - 0.33)).toBeLessThan(0.07);
  expect(white).toBeGreaterThan(0.95);
  expect(Math.abs(lightMiddle - 0.6)).toBeLessThan(0.08);
  expect(black).toBeLessThan(0.05);
  expect(quarter).toBeCloseTo(0.25, 1);
  expect(middle).toBeCloseTo(0.5, 1);
});

test("a photo that was cut out, or has a white wall, gets the ground of initials", async () => {
  const input = await plain(30, 60, "#301008").png().toBuffer();
  const head = await plain(60, 60, "#704030")
    .composite([{ input, gravity: "west" }])
    .png()
    .toBuffer();
  for (const background of ["#ffffff00", "#ffffff"]) {
    const photo = await plain(200, 200, background, 4)
      .composite([{ input: head }])
      .png()
      .toBuffer();
    const [ground] = await lightAcross(photo, [0]);
    expect(Math.abs((ground ?? 0) - 1)).toBeLessThan(0.03);
  }
});

test("AVIF images with a more general or animated brand are accepted", async () => {
  const avif = await plain(80, 60, "#d01010").avif({ effort: 0 }).toBuffer();
  avif.write("avif", 16, "latin1");
  for (const brand of ["mif1", "avis"]) {
    avif.write(brand, 8, "latin1");
    expect((await storedOf(avif)).format).toBe("webp");
  }
});

test("a phone's photo with 24 megapixels is accepted", async () => {
  expect((await storedOf(await photo(5_712, 4_284))).width).toBe(1200);
});

test("a file that is not an image of the five kinds is refused with a sentence, whatever its name", async () => {
  await openAlone();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypheic0000mif1heic")]);
  const whole = await photo();
  // The header of this file claims 12 megapixels.
  const avif = await plain(8, 8, "#b3161e").avif({ effort: 0 }).toBuffer();
  avif.writeUInt32BE(4_000, avif.indexOf("ispe") + 8);
  avif.writeUInt32BE(3_000, avif.indexOf("ispe") + 12);
  const asPhone =
    "Photos in HEIC format cannot be used. On your phone, share or export the photo as JPEG first.";
  const tooMany = "megapixels, more than the";
  const ofAvif = `This AVIF image has 12 ${tooMany} 4 that can be opened. Save it at a smaller size, or as JPEG.`;
  const ofPhoto = `This image has 25 ${tooMany} 24 that can be opened. Save it at a smaller size.`;
  const long = "The image is more than 12,000 pixels wide or high. Choose a smaller one.";
  const large =
    "This image is too large to open. Save it at a smaller size, or turn off “progressive” or “interlaced” when you save it.";
  const cases: [Uint8Array, number, string][] = [
    [svg, 422, "Choose an image in JPEG, PNG, WebP, GIF or AVIF format."],
    [Buffer.from("GIF89a0000000000"), 422, DAMAGED],
    [heic, 422, asPhone],
    [Buffer.alloc(0), 422, "The file is empty. Choose another one."],
    [avif, 422, ofAvif],
    [whole.subarray(0, whole.length / 2), 422, DAMAGED],
    [Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), svg]), 422, DAMAGED],
    [await photo(5_000, 5_000), 422, ofPhoto],
    [await photo(12_001, 1), 422, long],
    [await interlaced(4_900, 4_890), 422, large],
    [Buffer.alloc(10_485_761, 0xff), 413, "The image is larger than 10 MB. Choose a smaller one."],
  ];
  for (const [bytes, status, message] of cases) {
    const response = await put(await newUploadPath(), bytes);
    expect([response.status, await response.json()]).toEqual([status, { message }]);
  }
  expect(readdirSync(join(app.dataDir, "uploads"))).toEqual(["staging"]);
});

test("without JavaScript the form includes the image; blank keeps it, a tick removes it unless another is sent", async () => {
  expect((await send(ADD, {}, await photo())).status).toBe(303);
  const first = imageOf("Zara Quill");
  expect(first).toMatch(/^\/objects\/uploads\//);
  expect((await app.fetch(first ?? "")).status).toBe(200);
  const id = Number(db.value("select id from speakers where name = 'Zara Quill'"));
  const save = (answers: Record<string, string>, ...files: Buffer[]) =>
    send(`/admin/speakers?edit=${id}`, { seen: seenOf(id), ...answers }, ...files);
  await save({ title: "Publisher" });
  expect(imageOf("Zara Quill")).toBe(first);
  // A form refused for another reason keeps its checkbox ticked.
  const refused = await save({ company: "", removeImage: "on" });
  expect(await refused.text()).toMatch(/<input(?=[^>]* name="removeImage")(?=[^>]* checked)/);
  expect(imageOf("Zara Quill")).toBe(first);
  await save({ removeImage: "on" }, await photo(50, 50));
  expect([first, null]).not.toContain(imageOf("Zara Quill"));
  expect((await save({ removeImage: "on" })).status).toBe(303);
  expect(imageOf("Zara Quill")).toBeNull();
  expect(await pageOf(`/admin/speakers?edit=${id}`)).not.toContain("removeImage");
  await send(ADD, { name: "No Image" });
  expect(imageOf("No Image")).toBeNull();
});

test("an image sent with an invalid form is kept for the next try", async () => {
  const refused = await send(ADD, { company: "" }, await photo(9, 9));
  expect(refused.status).toBe(422);
  const path = /name="imageUrl" value="(\/objects\/uploads\/[^"]+)"/.exec(await refused.text())?.[1] ?? "";
  expect((await app.fetch(path)).status).toBe(200);
  await send(ADD, { imageUrl: path });
  expect(imageOf("Zara Quill")).toBe(path);
});

test("a refused image is reported beside its field, and two are too many", async () => {
  const small = await photo(9, 9);
  for (const [files, words] of [
    [[Buffer.from("not an image")], "Image: Choose an image in JPEG, PNG, WebP, GIF or AVIF format."],
    [[new Uint8Array()], "Image: The file is empty. Choose another one."],
    [[small, small], "Upload one image at a time"],
  ] as const) {
    const refused = await send(ADD, {}, ...files);
    const page = await refused.text();
    expect([refused.status, visibleText(page)]).toEqual([422, expect.stringContaining(words)]);
    if (files.length === 1) expect(page).toContain('value="Zara Quill"');
  }
});

test("a failure to store an image is a server error, and the input is kept", async () => {
  await openAlone();
  rmSync(join(app.dataDir, "uploads"), { recursive: true });
  writeFileSync(join(app.dataDir, "uploads"), "");
  const failed = await send(ADD, {}, await photo(9, 9));
  expect(failed.status).toBe(500);
  const page = await failed.text();
  expect(visibleText(page)).toContain("Error Failed to update speaker image.");
  expect(visibleText(page)).not.toContain("Validation Error");
  expect(visibleText(page)).toContain("Image: The image could not be uploaded. Choose it again.");
  expect(page).toContain('value="Zara Quill"');
  expect(imageOf("Zara Quill")).toBeUndefined();
});

test("a form with a file may have 100 fields at most", async () => {
  // The image is a field, too.
  const others = Array.from({ length: 100 - Object.keys(SPEAKER).length }, (_, index) => [`a${index}`, "1"]);
  expect((await send(ADD, Object.fromEntries(others.slice(1)))).status).toBe(303);
  const tooMany = await send(ADD, Object.fromEntries(others));
  expect(tooMany.status).toBe(413);
  expect(visibleText(await tooMany.text())).toContain("This form has more than 100 fields.");
});

test("a file with a name and no content is an error, not a blank, and sets no image", async () => {
  const seen = seenOf(1);
  expect((await send("/admin/speakers?edit=1", { seen }, new Uint8Array())).status).toBe(422);
  const uploadPath = await newUploadPath();
  expect((await put(uploadPath, new Uint8Array())).status).toBe(422);
  const given = await organiser.json("PUT", "/api/speakers/1/image", { imageURL: uploadPath });
  expect(given.status).toBe(422);
  expect(imageOf("Marguerite Oyelaran")).toBe(SAMPLE_PHOTO);
  // A blank file field counts as no file.
  expect((await send("/admin/speakers?edit=1", { seen })).status).toBe(303);
});

test("a speaker can be created and replaced with an upload URL", async () => {
  let address = "/api/admin/speakers";
  for (const [method, status] of [
    ["POST", 201],
    ["PUT", 200],
  ] as const) {
    const path = await newUploadPath();
    await put(path, await photo(40, 40));
    const answer = await organiser.json(method, address, { ...SPEAKER, imageUrl: ORIGIN + path });
    const { id, imageUrl } = await answer.json();
    const image = path.split("?")[0];
    expect([answer.status, imageUrl, imageOf(SPEAKER.name)]).toEqual([status, image, image]);
    address += `/${id}`;
  }
});

test("a speaker accepts existing images only", async () => {
  const gone = `/objects/uploads/${crypto.randomUUID()}`;
  const outside = ["https://evil.example/x.png", "https://evil.example/portraits/x.svg"];
  for (const imageURL of ["/objects/uploads/nothing", ORIGIN + gone, ...outside, ""])
    expect((await organiser.json("PUT", "/api/speakers/1/image", { imageURL })).status).toBe(422);
  expect(imageOf("Marguerite Oyelaran")).toBe(SAMPLE_PHOTO);

  const none = ["/portraits/nobody.svg", "/portraits/../api/logout", "/portraits/x.svg#x"];
  for (const imageUrl of [gone, "/api/logout", ...none, ...outside]) {
    const call = await organiser.json("POST", "/api/admin/speakers", { ...SPEAKER, imageUrl });
    expect([call.status, (await send(ADD, { imageUrl })).status], imageUrl).toEqual([422, 422]);
  }
  const refused = await send(ADD, { imageUrl: gone });
  expect(visibleText(await refused.text())).toContain("This image no longer exists. Choose it again.");
});

test("an image whose small size cannot be stored does not exist", async () => {
  await openAlone();
  const folderOf = (key: string) => createHash("sha256").update(key).digest("hex").slice(0, 2);
  let path: string;
  let id: string;
  do {
    path = await newUploadPath();
    id = path.slice("/objects/uploads/".length).split("?", 1)[0] ?? "";
  } while (folderOf(id) === folderOf(`${id}-288`));
  // With a file in place of a folder, one of the three sizes cannot be stored.
  writeFileSync(join(app.dataDir, "uploads", folderOf(`${id}-288`)), "");
  expect((await put(path, await photo(400, 400))).status).toBe(500);
  expect((await app.fetch(`/objects/uploads/${id}`)).status).toBe(404);
});

test("unused images are swept after a day", async () => {
  await openAlone();
  const { sweepImages } = await import("#app/models/image/image.server.ts");
  const [used, unused] = [await newUploadPath(), await newUploadPath()];
  for (const path of [used, unused]) await put(path, await photo(40, 40));
  await organiser.json("PUT", "/api/speakers/1/image", { imageURL: used });
  const day = 24 * 60 * 60 * 1000;
  expect(await sweepImages(Date.now() + day - 60_000)).toBe(0);
  // An image without metadata returns 404 and does not prevent the deletion of others.
  const files = readdirSync(join(app.dataDir, "uploads"), { recursive: true, encoding: "utf8" });
  const unusedName = createHash("sha256").update(unused.slice(17, 53)).digest("hex");
  const metadata = files.find((file) => file.includes(unusedName) && file.endsWith(".meta.json")) ?? "";
  writeFileSync(join(app.dataDir, "uploads", metadata), "");
  expect((await app.fetch(unused.split("?")[0] ?? "")).status).toBe(404);
  // A dangling link simulates a file deleted by another sweep between listing and stat.
  symlinkSync("nothing", join(app.dataDir, "uploads", dirname(metadata), "gone.dat"));
  expect(await sweepImages(Date.now() + day + 60_000)).toBe(6);
  expect((await app.fetch(used.split("?")[0] ?? "")).status).toBe(200);
  expect((await app.fetch(unused.split("?")[0] ?? "")).status).toBe(404);
});
