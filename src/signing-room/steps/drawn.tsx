import type { Drawing } from '../../contract/entities/signing/signing-room.ts';

/** A signature or initials as the server drew them, inside an SVG: a path in ink, or a picture. */
export function Drawn({
  drawing: { outline, picture, width, height },
  ...where
}: {
  drawing: Drawing;
  className?: string | undefined;
  transform?: string;
}) {
  return picture === undefined ? (
    <path {...where} d={outline} />
  ) : (
    <image {...where} width={width} height={height} href={`data:image/png;base64,${picture}`} />
  );
}
