// The last step of `npm run build`: compresses client files with brotli and gzip at maximum level.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const ROOT = "build/client";
const COMPRESSIBLE = /\.(js|css|svg|json|txt|webmanifest)$/;

for (const name of readdirSync(ROOT, { recursive: true, encoding: "utf8" })) {
  const path = join(ROOT, name);
  if (!COMPRESSIBLE.test(name) || statSync(path).size < 512) continue;
  const content = readFileSync(path);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
  writeFileSync(`${path}.br`, brotliCompressSync(content, quality));
  writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
}
