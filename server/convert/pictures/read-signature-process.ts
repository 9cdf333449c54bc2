import { open, writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { HEAD_BYTES, isPicture } from '../../../src/contract/rules/signing/fields/signature-picture.ts';
import { SOURCE } from '../readers/reader-messages.ts';
import { ReadingFailure, reportReading } from '../readers/report-reading.ts';
import { REDRAWN, type ReadSignature } from './redrawn-signature.ts';
import { findInk } from './signature-ink.ts';

// Runs in a separate process, which read-signature.ts starts.

const MOST_PIXELS = 50_000_000;
/** The maximum size at which ink is looked for, in pixels. */
const LONGEST_SIDE = 1600;
/** The picture is scaled to this size and blurred by this radius until only the paper is left. In pixels. */
const PAPER_SIDE = 100;
const PAPER_BLUR = 8;
/** The size of the largest redrawn picture, in pixels: 240 dots per inch at 3.3 inches, the width of a signature line. */
const REDRAWN_MAX = { width: 800, height: 300 };
const COLORS = 64;

async function read(): Promise<ReadSignature> {
  if (!isPicture(await readHead())) throw new ReadingFailure('not_a_document', 'neither a PNG nor a JPEG');
  const { data, info } = await pixelsOf();
  const { width, height } = info;
  const ink = findInk(data, await paperOf(data, info), info);
  if (ink === null) return null;
  const { pixels, ...box } = ink;
  const redrawn = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .extract(box)
    .resize({ ...REDRAWN_MAX, fit: 'inside', withoutEnlargement: true })
    .png({ palette: true, colours: COLORS, compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true });
  await writeFile(REDRAWN, redrawn.data);
  return { width: redrawn.info.width, height: redrawn.info.height };
}

async function readHead(): Promise<Uint8Array> {
  const file = await open(SOURCE);
  try {
    return (await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)).buffer;
  } finally {
    await file.close();
  }
}

async function pixelsOf() {
  try {
    return await sharp(SOURCE, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
      .rotate()
      .flatten({ background: '#fff' })
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
  } catch (error) {
    const detail = String(error);
    throw new ReadingFailure(/pixel limit/i.test(detail) ? 'too_large' : 'corrupt', detail);
  }
}

/** Returns the brightness of the paper everywhere in the picture. */
async function paperOf(rgb: Buffer, { width, height }: { width: number; height: number }): Promise<Buffer> {
  const small = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .resize({ width: PAPER_SIDE, height: PAPER_SIDE, fit: 'inside' })
    .blur(PAPER_BLUR)
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: small.info.width, height: small.info.height, channels: 1 } as const;
  return sharp(small.data, { raw })
    .resize({ width, height, fit: 'fill' })
    .toColourspace('b-w')
    .raw()
    .toBuffer();
}

// Loads sharp's library before there is a file.
await reportReading(async () => sharp.versions, read);
