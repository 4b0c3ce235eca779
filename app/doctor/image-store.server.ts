import { type Check, ok, problem, reasonOf } from "#app/doctor/check.ts";
import { type S3Settings, s3StorageOf } from "#app/models/image/s3-store.server.ts";

/** Whether the bucket of images can be listed; nothing where images are in DATA_DIR. */
export async function checkImageStore(s3: S3Settings | null): Promise<Check[]> {
  if (!s3) return [];
  const name = "Images";
  try {
    await s3StorageOf(s3).list();
    return [ok(name, `the bucket ${s3.bucket} can be read`)];
  } catch (error) {
    return [
      problem(
        name,
        `the bucket ${s3.bucket} cannot be read: ${reasonOf(error)}`,
        "Check S3_ENDPOINT, S3_REGION, S3_BUCKET and both keys, and that they may list, read, write and delete there.",
      ),
    ];
  }
}
