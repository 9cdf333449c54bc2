import sharp from 'sharp';
import type { SeenPage } from '../../support/open-pdfium.ts';

/** A grayscale picture. 0 is black, 255 white. */
export interface Gray {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** The distortions of a page between the printer and the server. */
export interface Recipe {
  readonly name: string;
  readonly dpi: number;
  /** Degrees clockwise. */
  readonly turn?: number;
  readonly skew?: number;
  readonly jpeg?: number;
  readonly look?: 'bw' | 'fax' | 'photo' | 'steep' | 'dark';
  /** Whether two pages are on one sheet. */
  readonly isPair?: true;
  readonly marks?: readonly ('staple' | 'coffee' | 'pen')[];
}

/** Returns a generator of numbers from 0 to 1 that are the same in each run. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The gray level of the table under a photographed page. */
const TABLE = 70;

export async function distort(page: SeenPage, recipe: Recipe, random: () => number): Promise<Buffer> {
  const { dpi, turn = 0, skew = 0, jpeg = 75, look, marks = [] } = recipe;
  const marked = await addMarks(page, marks, random);
  const scanned = await turned(
    marked,
    turn + skew * (random() < 0.5 ? 1 : -1),
    (page.width / 72) * dpi,
    page,
  );
  const seen = applyLook(scanned, look, random);
  return sharp(seen.data, { raw: { width: seen.width, height: seen.height, channels: 1 } })
    .jpeg({ quality: jpeg })
    .toBuffer();
}

/** Returns two pages side by side, scaled down to fit on one sheet. */
export async function sideBySide(one: SeenPage, other: SeenPage): Promise<SeenPage> {
  const [width, height] = [one.rows, one.columns];
  const half = Math.floor(width / 2);
  const halves = await Promise.all(
    [one, other].map(async ({ gray, columns, rows }) =>
      sharp(gray, { raw: { width: columns, height: rows, channels: 1 } })
        .resize({ width: half, height, fit: 'contain', background: '#fff' })
        .png()
        .toBuffer(),
    ),
  );
  const { data, info } = await sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .composite(halves.map((input, at) => ({ input, left: at * half, top: 0 })))
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const gray = firstChannel(data, info.channels);
  return { width: one.height, height: one.width, text: '', gray, columns: width, rows: height };
}

async function addMarks(page: SeenPage, marks: Recipe['marks'], random: () => number): Promise<Gray> {
  const { columns: width, rows: height } = page;
  const shapes = (marks ?? []).map((mark) => {
    if (mark === 'staple')
      return '<circle cx="30" cy="34" r="3" fill="#222"/><circle cx="48" cy="30" r="3" fill="#222"/><path d="M30 34L48 30" stroke="#555" stroke-width="1"/>';
    if (mark === 'coffee') {
      const [x, y] = [120 + random() * 350, 150 + random() * 450];
      return `<circle cx="${x}" cy="${y}" r="110" fill="none" stroke="#8a6a45" stroke-opacity="0.45" stroke-width="9"/>`;
    }
    // A stroke across one of the two codes.
    return '<path d="M520 20c20 60 60 10 70 70" fill="none" stroke="#111" stroke-width="4"/>';
  });
  const signature = `<path d="M${180 + random() * 150} 230c12 -26 20 -26 16 -4s-2 16 10 -6s16 -16 14 0s4 12 16 -6s14 -8 12 4s12 6 30 -8" fill="none" stroke="#16245c" stroke-width="1.6"/>`;
  const over = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${page.width} ${page.height}">${signature}${shapes.join('')}</svg>`;
  const { data, info } = await sharp(page.gray, { raw: { width, height, channels: 1 } })
    .toColourspace('srgb')
    .composite([{ input: Buffer.from(over) }])
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: firstChannel(data, info.channels), width, height };
}

async function turned(
  page: Gray,
  degrees: number,
  width: number,
  { width: points, height: tall }: SeenPage,
): Promise<Gray> {
  const { data, info } = await sharp(page.data, {
    raw: { width: page.width, height: page.height, channels: 1 },
  })
    .resize({ width: Math.round(width), height: Math.round((width * tall) / points), fit: 'fill' })
    .rotate(degrees, { background: '#fff' })
    .grayscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: firstChannel(data, info.channels), width: info.width, height: info.height };
}

function firstChannel(data: Buffer, channels: number): Uint8Array {
  if (channels === 1) return data;
  const gray = new Uint8Array(data.length / channels);
  for (let at = 0; at < gray.length; at += 1) gray[at] = data[at * channels] ?? 255;
  return gray;
}

function applyLook(page: Gray, look: Recipe['look'], random: () => number): Gray {
  switch (look) {
    case undefined:
      return page;
    case 'bw':
      return { ...page, data: page.data.map((gray) => (gray < 150 ? 0 : 255)) };
    case 'fax':
      return fax(page, random);
    case 'dark':
      return { ...page, data: page.data.map((gray) => Math.round(gray * 0.45 + 20 + random() * 14)) };
    case 'photo':
    case 'steep':
      return photo(page, random, ANGLES[look] + random() * 0.06);
  }
}

/** The minimum ratio of the far edge of a photographed page to the near one. */
const ANGLES = { photo: 0.86, steep: 0.72 };

/**
 * A photo, and the corners of its page: clockwise from the top left, as fractions of the photo's width and
 * height.
 */
interface Photographed {
  readonly jpeg: Buffer;
  readonly corners: readonly { readonly x: number; readonly y: number }[];
}

/** Returns a photo of a signed page on a dark table, with the whole page in view. */
export async function photograph(
  page: SeenPage,
  { look, dpi }: { look: 'photo' | 'steep'; dpi: number },
  random: () => number,
): Promise<Photographed> {
  const signed = await turned(await addMarks(page, [], random), 0, (page.width / 72) * dpi, page);
  const narrow = ANGLES[look] + random() * 0.06;
  const { data, width, height } = photo(signed, random, narrow);
  const margin = Math.round(height * 0.12);
  const around = { top: margin, bottom: margin, left: margin, right: margin };
  const jpeg = await sharp(data, { raw: { width, height, channels: 1 } })
    .extend({ ...around, background: { r: TABLE, g: TABLE, b: TABLE } })
    .jpeg({ quality: 85 })
    .toBuffer();
  const place = (x: number, y: number) => ({
    x: (margin + x) / (width + 2 * margin),
    y: (margin + y) / (height + 2 * margin),
  });
  const inset = (width * (1 - narrow)) / 2;
  return {
    jpeg,
    corners: [place(inset, 0), place(width - inset, 0), place(width, height), place(0, height)],
  };
}

/** A fax in standard resolution: half of the rows, black and white, with specks. */
function fax(page: Gray, random: () => number): Gray {
  const data = new Uint8Array(page.data.length);
  for (let y = 0; y < page.height; y += 1)
    for (let x = 0; x < page.width; x += 1) {
      const gray = page.data[(y - (y % 2)) * page.width + x] ?? 255;
      const isSpeck = random() < 0.006;
      data[y * page.width + x] = gray < 140 !== isSpeck ? 0 : 255;
    }
  return { ...page, data };
}

/**
 * A phone photo taken from below, with a shadow: the far edge is shorter and darker. @param narrow the length
 * of the far edge
 */
function photo(page: Gray, random: () => number, narrow: number): Gray {
  const { width, height } = page;
  const data = new Uint8Array(width * height).fill(TABLE);
  for (let y = 0; y < height; y += 1) {
    const far = 1 - y / height;
    const share = 1 - (1 - narrow) * far;
    // Rows are closer together the farther away they are.
    const from = height * (y / height) ** (1 / (1 + 0.25 * (1 - narrow)));
    const light = 0.92 - 0.32 * far;
    for (let x = 0; x < width; x += 1) {
      const at = (x - width / 2) / share + width / 2;
      if (at < 0 || at >= width - 1 || from >= height - 1) continue;
      const left = Math.floor(at);
      const row = Math.floor(from) * width;
      const blend = at - left;
      const gray = (page.data[row + left] ?? 255) * (1 - blend) + (page.data[row + left + 1] ?? 255) * blend;
      data[y * width + x] = Math.max(0, Math.min(255, gray * light + (random() - 0.5) * 16));
    }
  }
  return { ...page, data };
}
