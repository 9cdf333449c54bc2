import type { Corners, Picture } from './find-sheet.ts';
import { sizeOfSheet, straightenSheet } from './straighten-sheet.ts';

/**
 * The most pixels on the longer side: of the displayed photo, of a photo to straighten, and of the straightened sheet (about
 * 200 per inch).
 */
const SHOWN = 1000;
const READ = 3200;
const SHEET = 2200;
const QUALITY = 0.9;

/** Returns the pixels of a photo, scaled for display; null if this browser can't read it. */
export async function openPhoto(photo: Blob): Promise<Picture | null> {
  return pixelsOf(photo, SHOWN).catch(() => null);
}

/** Returns the sheet between these corners of a photo as a JPEG; null if this browser can't create one. */
export async function straightenPhoto(photo: Blob, corners: Corners): Promise<Blob | null> {
  try {
    const pixels = await pixelsOf(photo, READ);
    const canvas = document.createElement('canvas');
    drawSheet(canvas, pixels, corners, SHEET);
    return await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/jpeg', QUALITY);
    });
  } catch {
    return null;
  }
}

/**
 * Draws the sheet between these corners of a picture.
 * @param longest the most pixels on its longer side
 */
export function drawSheet(
  canvas: HTMLCanvasElement,
  picture: Picture,
  corners: Corners,
  longest: number,
): void {
  const sheet = straightenSheet(picture, corners, sizeOfSheet(corners, picture, longest));
  canvas.width = sheet.width;
  canvas.height = sheet.height;
  contextOf(canvas).putImageData(new ImageData(sheet.data, sheet.width, sheet.height), 0, 0);
}

async function pixelsOf(photo: Blob, longest: number): Promise<ImageData> {
  const bitmap = await createImageBitmap(photo);
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = contextOf(canvas);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser can’t draw the picture.');
  return context;
}
