import { expect, test } from 'vitest';
import { findInk } from './signature-ink.ts';

const WIDTH = 200;
const HEIGHT = 100;

/** Paper that is bright on the left and shaded on the right, with ink where `isInk` returns true. */
function pictureWith(isInk: (x: number, y: number) => boolean) {
  const paper = new Uint8Array(WIDTH * HEIGHT).map((_, at) => 250 - (at % WIDTH) / 2);
  const rgb = new Uint8Array(WIDTH * HEIGHT * 3);
  paper.forEach((brightness, at) => {
    const shade = isInk(at % WIDTH, Math.floor(at / WIDTH)) ? brightness * 0.3 : brightness;
    rgb.fill(shade, at * 3, at * 3 + 3);
  });
  return findInk(rgb, paper, { width: WIDTH, height: HEIGHT });
}

test('finds the ink on paper of uneven brightness, and leaves the paper out', () => {
  const found = pictureWith((x, y) => x >= 20 && x < 180 && y >= 40 && y < 44);
  expect(found).toMatchObject({ left: 20, top: 40, width: 160, height: 4 });
  const opacityAt = (x: number, y: number) => found?.pixels[(y * WIDTH + x) * 4 + 3];
  expect([opacityAt(30, 41), opacityAt(170, 42), opacityAt(30, 10), opacityAt(190, 90)]).toEqual([
    255, 255, 0, 0,
  ]);
});

test('finds no signature in empty paper, dust or a dot', () => {
  expect(pictureWith(() => false)).toBeNull();
  expect(pictureWith((x, y) => (x === 10 && y === 10) || (x === 150 && y === 80))).toBeNull();
  expect(pictureWith((x, y) => x < 8 && y < 8)).toBeNull();
});
