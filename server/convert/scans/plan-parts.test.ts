import { expect, it } from 'vitest';
import { apply, cornersOf, type Fit } from './fit-page.ts';
import { planParts } from './plan-parts.ts';

const LETTER = { width: 612, height: 792 };
const CODES = ['CP-AAAAAAAAAAAAAAAA', 'CP-BBBBBBBBBBBBBBBB', 'CP-CCCCCCCCCCCCCCCC', 'CP-DDDDDDDDDDDDDDDD'];

/** The page that was sent, with codes at the top right and the bottom left. */
const sheetOf = (text: string) => ({
  ...LETTER,
  codes: [
    { text, x: 540, y: 25, size: 45 },
    { text, x: 25, y: 700, size: 45 },
  ],
});
const sent = new Map(CODES.map((text) => [text, sheetOf(text)]));

/** What a scanner sees of a page that was printed with this fit. `which` of its codes are read. */
const seen = (text: string, fit: Fit, which = [0, 1]) =>
  which.flatMap((at) => {
    const box = sheetOf(text).codes[at];
    return box
      ? [{ text, by: 'code' as const, corners: cornersOf(box).map((corner) => apply(fit, corner)) }]
      : [];
  });

const moved = (scale: number, x: number, y: number): Fit => [scale, 0, x, 0, scale, y];

it('finds four pages of a sheet in reading order, even if only one code of each was read', () => {
  const places = [moved(0.5, 0, 0), moved(0.5, 306, 0), moved(0.5, 0, 396), moved(0.5, 306, 396)];
  for (const which of [[0, 1], [0], [1]]) {
    const codes = CODES.map((text, at) => seen(text, places[at]!, which))
      .toReversed()
      .flat();
    const parts = planParts({ ...LETTER, codes }, sent);
    expect(parts?.map(({ code, found }) => [code, found])).toEqual(CODES.map((code) => [code, which.length]));
    for (const [at, part] of (parts ?? []).entries())
      for (const [index, number] of part.fit.entries()) expect(number).toBeCloseTo(places[at]![index]!, 3);
  }
});

it('has a place for each page of a sheet whose codes weren’t read', () => {
  const [one, two, three] = [CODES[0]!, CODES[1]!, CODES[2]!];
  const landscape = { width: 792, height: 612 };
  const [left, right] = [moved(0.6, 15, 68.4), moved(0.6, 409.8, 68.4)];
  for (const which of [[0, 1], [0], [1]]) {
    const parts = planParts({ ...landscape, codes: seen(one, right, which) }, sent);
    expect(parts?.map(({ code, found }) => [code, found])).toEqual([
      [null, 0],
      [one, which.length],
    ]);
    for (const [index, number] of (parts?.[0]?.fit ?? []).entries())
      expect(number).toBeCloseTo(left[index]!, 3);
  }
  const quarters = [moved(0.5, 0, 0), moved(0.5, 306, 0), moved(0.5, 0, 396)];
  const codes = [one, two, three].flatMap((text, at) => seen(text, quarters[at]!));
  expect(planParts({ ...LETTER, codes }, sent)?.map(({ code }) => code)).toEqual([one, two, three, null]);
  expect(planParts({ ...LETTER, codes: seen(two, quarters[1]!) }, sent)?.map(({ code }) => code)).toEqual([
    null,
    two,
    null,
    null,
  ]);
});

it('leaves a sheet whole if it has room for one page, or shows an unknown page or overlapping pages', () => {
  const [one, other] = [CODES[0]!, CODES[1]!];
  const plan = (codes: ReturnType<typeof seen>) => planParts({ width: 1224, height: 792, codes }, sent);
  const left = seen(one, moved(1, 0, 0));
  for (const fit of [moved(1, 0, 0), moved(0.94, 30, 5), moved(1, -20, 25), moved(0.7, 130, 60)])
    for (const which of [[0, 1], [0], [1]])
      expect(planParts({ ...LETTER, codes: seen(one, fit, which) }, sent)).toBeNull();
  expect(plan([...left, ...seen('CP-ZZZZZZZZZZZZZZZZ', moved(1, 612, 0))])).toBeNull();
  expect(plan([...left, ...seen(other, moved(1, 90, 40))])).toBeNull();
  expect(plan([...left, ...seen(other, moved(1, 612, 0))])).toHaveLength(2);
});
