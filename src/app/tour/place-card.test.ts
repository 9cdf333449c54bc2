import { expect, it } from 'vitest';
import { placeCard } from './place-card.ts';

const card = { width: 320, height: 200 };
const view = { width: 1280, height: 800 };

it.each([
  ['below its anchor', { left: 100, top: 60, width: 400, height: 40 }, { left: 100, top: 112 }],
  [
    'above an anchor at the lower edge',
    { left: 100, top: 700, width: 400, height: 40 },
    { left: 100, top: 488 },
  ],
  [
    'inside an anchor that fills the page',
    { left: 0, top: 60, width: 1280, height: 740 },
    { left: 12, top: 588 },
  ],
  ['inside the right edge', { left: 1200, top: 10, width: 60, height: 30 }, { left: 948, top: 52 }],
  ['at the lower edge without an anchor', null, { left: 480, top: 588 }],
])('placeCard puts the card %s', (_where, anchor, place) => {
  expect(placeCard(anchor, card, view)).toEqual(place);
});

it('placeCard keeps the card inside a window smaller than the card', () => {
  const small = { width: 300, height: 180 };
  for (const anchor of [null, { left: 250, top: 170, width: 90, height: 90 }]) {
    expect(placeCard(anchor, card, small)).toEqual({ left: 12, top: 12 });
  }
});
