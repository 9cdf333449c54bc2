/**
 * The maximum size of a picture file that can be chosen as a signature, in bytes. The room scales it down before sending it.
 */
const CHOSEN_MAX = 20_000_000;

/** The maximum size of a picture that is sent, in bytes, and its length in base64. */
const SENT_MAX = 700_000;
export const PICTURE_LENGTH_MAX = Math.ceil(SENT_MAX / 3) * 4;

/** The first bytes that identify a file's type. */
export const HEAD_BYTES = 8;
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const JPEG = [0xff, 0xd8, 0xff];

export const NOT_A_PICTURE = 'This file isn’t a PNG or JPEG picture. Choose another one.';
export const PICTURE_TOO_LARGE = 'This picture is too large. Crop it to the signature and choose it again.';
export const PICTURE_DAMAGED = 'This picture can’t be read. Save it as a PNG or JPEG and choose it again.';

/** Returns whether a file is a PNG or JPEG according to its first bytes, because its name and type may be wrong. */
export function isPicture(head: Uint8Array): boolean {
  return [PNG, JPEG].some((start) => start.every((byte, at) => head[at] === byte));
}

/** Returns why a file can't be a picture of a signature, in a sentence; null if it may be one. */
export function pictureProblem({ size, head }: { size: number; head: Uint8Array }): string | null {
  if (!isPicture(head)) return NOT_A_PICTURE;
  return size > CHOSEN_MAX ? PICTURE_TOO_LARGE : null;
}

/** Returns the message for a picture without dark ink on light paper. */
export function noInk(what: 'signature' | 'initials'): string {
  return `We can’t find your ${what} in this picture. Use dark ink on white paper, and crop the picture to your ${what}.`;
}
