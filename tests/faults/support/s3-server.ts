// node tests/faults/support/s3-server.ts PORT BUCKET: an S3 server with an empty bucket.
import { mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";

type Options = { delimiter?: string; prefix?: string; maxKeys?: number };
type Listed = { objects: { key: string }[]; commonPrefixes: string[]; isTruncated: boolean };

const [port, name] = process.argv.slice(2);
const S3rver = createRequire(import.meta.url)("@20minutes/s3rver");
const server = new S3rver({
  port: Number(port),
  address: "127.0.0.1",
  silent: true,
  directory: mkdtempSync(join(tmpdir(), "s3-")),
  configureBuckets: [{ name }],
});

// Adds common prefixes more than one folder deep. Litestream needs them, but s3rver omits them.
const list: (bucket: string, options: Options) => Promise<Listed> = server.store.listObjects.bind(
  server.store,
);
server.store.listObjects = async (bucket: string, options: Options): Promise<Listed> => {
  const { delimiter, prefix = "" } = options;
  if (!delimiter) return list(bucket, options);
  const { objects } = await list(bucket, { ...options, delimiter: undefined, maxKeys: 100_000 });
  const isDeeper = ({ key }: { key: string }) => key.slice(prefix.length).includes(delimiter);
  const prefixOf = ({ key }: { key: string }) =>
    prefix + key.slice(prefix.length).split(delimiter)[0] + delimiter;
  return {
    objects: objects.filter((object) => !isDeeper(object)),
    commonPrefixes: [...new Set(objects.filter(isDeeper).map(prefixOf))],
    isTruncated: false,
  };
};
// s3rver would keep a part of an aborted upload. S3 stores all or nothing.
type Upload = { content: Readable | Buffer };
const put: (object: Upload) => Promise<unknown> = server.store.putObject.bind(server.store);
server.store.putObject = async (object: Upload): Promise<unknown> => {
  object.content = Readable.from([
    Buffer.isBuffer(object.content) ? object.content : await buffer(object.content),
  ]);
  return put(object);
};
await server.run();
