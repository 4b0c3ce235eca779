/** A QR code that `qrSvgPath` made; `label` says what it leads to. */
export function QrCode({ path, size, label }: { path: string; size: number; label: string }) {
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`}>
      <path d={`M0 0h${size}v${size}h-${size}z`} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
