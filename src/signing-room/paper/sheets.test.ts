import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { photograph, randomFrom } from '../../../tests/bench/scans/distort.ts';
import { findSheet, type Corners, type Picture, type Place } from './find-sheet.ts';
import { canStraighten, sizeOfSheet, straightenSheet } from './straighten-sheet.ts';

/** A Letter page with lines of text and a code in two corners. */
const [WIDTH, HEIGHT] = [1275, 1650];
const lines = Array.from(
  { length: 30 },
  (_, at) => `<path d="M150 ${320 + at * 36}h${700 + (at % 4) * 80}"/>`,
);
const PAGE = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
  <rect width="100%" height="100%" fill="#fff"/>
  <g stroke="#333" stroke-width="9" stroke-dasharray="60 14">${lines.join('')}</g>
  <rect x="1080" y="75" width="120" height="120"/><rect x="75" y="1455" width="120" height="120"/>
</svg>`;

let page: { width: number; height: number; text: string; gray: Uint8Array; columns: number; rows: number };

beforeAll(async () => {
  const gray = await sharp(Buffer.from(PAGE)).grayscale().toColourspace('b-w').raw().toBuffer();
  page = { width: 612, height: 792, text: '', gray, columns: WIDTH, rows: HEIGHT };
});

async function pictureFrom(picture: Sharp): Promise<Picture> {
  const { data, info } = await picture
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8ClampedArray(data), width: info.width, height: info.height };
}

/** A photo of the page on a dark table, and the positions of its corners. */
async function photographed(look: 'photo' | 'steep', seed: number) {
  const { jpeg, corners } = await photograph(page, { look, dpi: 100 }, randomFrom(seed));
  return { jpeg, corners, photo: await pictureFrom(sharp(jpeg)) };
}

function expectCorners(found: Corners | null, corners: readonly Place[]): void {
  expect(found).not.toBeNull();
  for (const [at, { x, y }] of corners.entries()) {
    expect(Math.abs((found?.[at]?.x ?? 9) - x), `corner ${at + 1}, across`).toBeLessThan(0.01);
    expect(Math.abs((found?.[at]?.y ?? 9) - y), `corner ${at + 1}, down`).toBeLessThan(0.01);
  }
}

/** A picture of a single gray level with shapes on it. */
async function drawing(shapes: string, [width, height] = [900, 1200]): Promise<Picture> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#5a4a3a"/>${shapes}</svg>`;
  return pictureFrom(sharp(Buffer.from(svg)));
}

const SHEET = '<path d="M150 130L740 160L780 1010L110 980Z" fill="#f2f0ea"/>';

describe('the edges of a sheet in a photo', () => {
  it.each([
    ['photo', 1],
    ['photo', 2],
    ['steep', 3],
    ['steep', 4],
  ] as const)('are found within 1% of the picture (%s, %i)', async (look, seed) => {
    const { photo, corners } = await photographed(look, seed);
    expectCorners(findSheet(photo), corners);
  });

  it('are found if the camera was held sideways', async () => {
    const { jpeg, corners } = await photographed('photo', 5);
    const turned = corners.map(({ x, y }) => ({ x: 1 - y, y: x }));
    // The bottom left corner is now at the top left.
    expectCorners(findSheet(await pictureFrom(sharp(jpeg).rotate(90))), [
      ...turned.slice(3),
      ...turned.slice(0, 3),
    ]);
  });

  it('are found where a finger covers one edge and a corner is folded', async () => {
    const photo = await drawing(
      `${SHEET}<ellipse cx="120" cy="600" rx="90" ry="40" fill="#8a6a52"/><path d="M740 160L690 157L743 215Z" fill="#5a4a3a"/>`,
    );
    const at = (x: number, y: number) => ({ x: x / 900, y: y / 1200 });
    expectCorners(findSheet(photo), [at(150, 130), at(740, 160), at(780, 1010), at(110, 980)]);
  });

  it.each([
    ['a scan, which is all paper', '<rect width="900" height="1200" fill="#fff"/>'],
    ['an empty table', ''],
    [
      'a sheet that fills most of the picture, beyond three of its borders',
      '<rect x="-9" y="-9" width="800" height="1300" fill="#fff"/>',
    ],
    ['a note that is far away', '<rect x="400" y="500" width="120" height="160" fill="#fff"/>'],
    ['a round plate', '<circle cx="450" cy="600" r="400" fill="#fff"/>'],
    ['a strip', '<rect x="50" y="400" width="800" height="300" fill="#fff"/>'],
    ['a torn piece', '<path d="M150 130L740 160L420 560L780 1010L110 980Z" fill="#fff"/>'],
  ])('aren’t found in %s', async (_, shapes) => {
    expect(findSheet(await drawing(shapes))).toBeNull();
  });
});

describe('a straightened sheet', () => {
  const DARK = 128;
  const grayAt = ({ data, width, height }: Picture, x: number, y: number) =>
    data[(Math.round((y / HEIGHT) * height) * width + Math.round((x / WIDTH) * width)) * 4] ?? 0;

  it.each(['photo', 'steep'] as const)('has everything in its place (%s)', async (look) => {
    const { photo } = await photographed(look, 7);
    const corners = findSheet(photo);
    if (!corners) throw new Error('The sheet wasn’t found.');
    const sheet = straightenSheet(photo, corners, { width: 850, height: 1100 });
    // The center of each code, and a spot beside it.
    expect(grayAt(sheet, 1140, 135)).toBeLessThan(DARK);
    expect(grayAt(sheet, 1040, 135)).toBeGreaterThan(DARK);
    expect(grayAt(sheet, 135, 1515)).toBeLessThan(DARK);
    expect(grayAt(sheet, 235, 1515)).toBeGreaterThan(DARK);
    // No part of the table is left at the edges.
    for (const [x, y] of [
      [20, 20],
      [1255, 20],
      [1255, 1630],
      [20, 1630],
    ] as const)
      expect(grayAt(sheet, x, y)).toBeGreaterThan(DARK);
  });

  it('is a projection: the middle of the sheet isn’t the middle in the photo', async () => {
    // A page of 1,000 × 1,000 whose far edge looks half as long. Its center is where its diagonals cross.
    const photo = await drawing(
      '<path d="M300 300L600 300L750 900L150 900Z" fill="#fff"/><circle cx="450" cy="500" r="14" fill="#000"/>',
    );
    const corners: Corners = [
      { x: 300 / 900, y: 0.25 },
      { x: 600 / 900, y: 0.25 },
      { x: 750 / 900, y: 0.75 },
      { x: 150 / 900, y: 0.75 },
    ];
    const sheet = straightenSheet(photo, corners, { width: 400, height: 400 });
    expect(sheet.data[(200 * 400 + 200) * 4]).toBeLessThan(DARK);
    expect(sheet.data[(260 * 400 + 200) * 4]).toBeGreaterThan(DARK);
  });

  /** The corners, as a camera sees them, of a sheet that lies below it, tilted by these degrees. */
  function seen(proportion: number, tilt: number, [width, height] = [3000, 4000]): Corners {
    const focus = 0.6 * Math.hypot(width, height);
    const lean = (tilt * Math.PI) / 180;
    const place = (x: number, y: number): Place => {
      const far = 2 - y * Math.sin(lean);
      return { x: 0.5 + (x * focus) / far / width, y: 0.5 + (y * Math.cos(lean) * focus) / far / height };
    };
    return [
      place(-0.5, -proportion / 2),
      place(0.5, -proportion / 2),
      place(0.5, proportion / 2),
      place(-0.5, proportion / 2),
    ];
  }

  it.each([
    ['Letter', 11 / 8.5, 0],
    ['Letter', 11 / 8.5, 35],
    ['A4', 297 / 210, 0],
    ['A4', 297 / 210, 35],
    ['Legal', 14 / 8.5, 20],
  ] as const)('has the proportions of its format: %s (%d), from %i°', (_, proportion, tilt) => {
    const corners = seen(proportion, tilt);
    const { width, height } = sizeOfSheet(corners, { width: 3000, height: 4000 }, 1000);
    expect(height).toBe(1000);
    expect(height / width).toBeCloseTo(proportion, 2);
  });

  it('is wide if the sheet lies on its side, and has no more pixels than the photo', () => {
    const corners: Corners = [
      { x: 0.1, y: 0.2 },
      { x: 0.9, y: 0.2 },
      { x: 0.9, y: 0.2 + 0.8 / (11 / 8.5) },
      { x: 0.1, y: 0.2 + 0.8 / (11 / 8.5) },
    ];
    expect(sizeOfSheet(corners, { width: 1000, height: 1000 }, 2200)).toEqual({ width: 800, height: 618 });
  });

  it('can’t be made from corners that cross or lie on one line', () => {
    const at = (x: number, y: number): Place => ({ x, y });
    const [a, b, c, d] = [at(0.1, 0.1), at(0.9, 0.1), at(0.9, 0.9), at(0.1, 0.9)];
    expect(canStraighten([a, b, c, d])).toBe(true);
    expect(canStraighten([b, a, c, d])).toBe(false);
    expect(canStraighten([a, b, at(0.4, 0.4), d])).toBe(false);
    expect(canStraighten([a, at(0.5, 0.1), b, d])).toBe(false);
  });
});
