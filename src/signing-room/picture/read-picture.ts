import {
  HEAD_BYTES,
  PICTURE_DAMAGED,
  PICTURE_LENGTH_MAX,
  PICTURE_TOO_LARGE,
  pictureProblem,
} from '../../contract/rules/signing/fields/signature-picture.ts';

/** The longer side of the picture to send, in pixels. */
const LONGEST_SIDE = 1200;
const QUALITY = 0.85;

/**
 * Scales a chosen picture down, so that it can be stored on this device and sent. The server extracts the ink.
 * @returns a JPEG in base64, or why the picture can't be used
 */
export async function readPicture(file: Blob): Promise<{ picture: string } | { problem: string }> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const problem = pictureProblem({ size: file.size, head });
  if (problem !== null) return { problem };
  try {
    const picture = shrink(await createImageBitmap(file));
    return picture.length > PICTURE_LENGTH_MAX ? { problem: PICTURE_TOO_LARGE } : { picture };
  } catch {
    return { problem: PICTURE_DAMAGED };
  }
}

function shrink(bitmap: ImageBitmap): string {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser can’t draw the picture.');
  // JPEGs have no transparency.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const [, data = ''] = canvas.toDataURL('image/jpeg', QUALITY).split(',');
  if (data === '') throw new Error('This browser can’t save the picture.');
  return data;
}
