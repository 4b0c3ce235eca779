import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import encodeQR from "qr";

const [WIDTH, HEIGHT] = [640, 480];
const [WHITE, BLACK] = [235, 16];

const FILM = resolve("test-results/door.y4m");

/** Chromium arguments that replace the camera with the film of `filmQrCode`. */
export const CAMERA_ARGS: string[] = [
  "--use-fake-device-for-media-stream",
  // A headless browser cannot ask for permission.
  "--use-fake-ui-for-media-stream",
  `--use-file-for-fake-video-capture=${FILM}`,
];

/** Writes the film, a YUV4MPEG2 video that shows a QR code of this text on grey paper. */
export function filmQrCode(text: string): void {
  const code = encodeQR(text, "raw", { border: 4, scale: 8 });
  const luma = Buffer.alloc(WIDTH * HEIGHT, 180);
  const [left, top] = [Math.floor((WIDTH - code.length) / 2), Math.floor((HEIGHT - code.length) / 2)];
  for (const [y, row] of code.entries()) {
    for (const [x, isDark] of row.entries()) luma[(top + y) * WIDTH + left + x] = isDark ? BLACK : WHITE;
  }
  const frame = Buffer.concat([Buffer.from("FRAME\n"), luma, Buffer.alloc((WIDTH * HEIGHT) / 2, 128)]);
  const header = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420\n`);
  mkdirSync(dirname(FILM), { recursive: true });
  writeFileSync(FILM, Buffer.concat([header, frame, frame]));
}
