import { expect, it } from 'vitest';
import { alignPage } from './align-page.ts';
import type { GrayPage } from './compare-ink.ts';
import { apply } from './fit-page.ts';

const SCALE = 100 / 72;
const [WIDTH, HEIGHT] = [612, 792];

/** Words in lines, as on a signature page: an uneven text at the top, and two blocks below. */
const WORDS = Array.from({ length: 90 }, (_none, at) => ({
  x: 72 + ((at * 61) % 430),
  y: at < 50 ? 100 + Math.floor(at / 6) * 15 : 330 + ((at * 37) % 16) * 14,
  width: 14 + ((at * 29) % 40),
  height: 6,
}));

/** A page on which the point at (x, y) is dark if `isDark` returns true. */
function draw(isDark: (x: number, y: number) => boolean): GrayPage {
  const [width, height] = [Math.round(WIDTH * SCALE), Math.round(HEIGHT * SCALE)];
  const data = new Uint8Array(width * height).fill(255);
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1)
      if (isDark((column + 0.5) / SCALE, (row + 0.5) / SCALE)) data[row * width + column] = 0;
  return { data, width, height, scale: SCALE };
}

const isPrint = (x: number, y: number, words = WORDS) =>
  words.some((word) => x >= word.x && x < word.x + word.width && y >= word.y && y < word.y + word.height);

/** The same print on a scan that is rotated around the middle, smaller, and moved. */
function scanned(degrees: number, scale: number, dx: number, dy: number, words = WORDS): GrayPage {
  const angle = (degrees * Math.PI) / 180;
  return draw((u, v) => {
    const [x, y] = [(u - WIDTH / 2 - dx) / scale, (v - HEIGHT / 2 - dy) / scale];
    return isPrint(
      x * Math.cos(angle) + y * Math.sin(angle) + WIDTH / 2,
      -x * Math.sin(angle) + y * Math.cos(angle) + HEIGHT / 2,
      words,
    );
  });
}

const blank = draw((x, y) => isPrint(x, y));

it.each([
  { name: 'straight', degrees: 0, scale: 1, dx: 0, dy: 0 },
  { name: 'skewed, smaller and moved', degrees: 3.4, scale: 0.95, dx: 14, dy: -19 },
  { name: 'upside down', degrees: 178, scale: 0.97, dx: -8, dy: 5 },
])('aligns a blank page with a scan that is $name', ({ degrees, scale, dx, dy }) => {
  const found = alignPage(blank, scanned(degrees, scale, dx, dy), []);
  const angle = (degrees * Math.PI) / 180;
  for (const point of [
    { x: 100, y: 100 },
    { x: 500, y: 650 },
  ]) {
    const [x, y] = [point.x - WIDTH / 2, point.y - HEIGHT / 2];
    const real = {
      x: scale * (x * Math.cos(angle) - y * Math.sin(angle)) + WIDTH / 2 + dx,
      y: scale * (x * Math.sin(angle) + y * Math.cos(angle)) + HEIGHT / 2 + dy,
    };
    const placed = found && apply(found.fit, point);
    expect(placed && Math.hypot(placed.x - real.x, placed.y - real.y)).toBeLessThan(2.5);
  }
  expect(found?.isExact).toBe(true);
});

it('doesn’t align a page with different print, or with almost none', () => {
  const other = WORDS.map((word, at) => ({ ...word, x: 72 + ((at * 97) % 410), y: 90 + ((at * 53) % 600) }));
  expect(alignPage(blank, scanned(0, 1, 0, 0, other), [])).toBeNull();
  expect(
    alignPage(
      blank,
      draw(() => false),
      [],
    ),
  ).toBeNull();
  expect(
    alignPage(
      draw(() => false),
      blank,
      [],
    ),
  ).toBeNull();
});
