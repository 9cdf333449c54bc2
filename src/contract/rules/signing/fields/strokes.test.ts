import { describe, expect, test } from 'vitest';
import {
  drawStrokes,
  outlineOfStroke,
  POINTS_MAX,
  strokesProblem,
  STROKES_MAX,
  type Stroke,
} from './strokes.ts';

const line: Stroke = [
  [100, 300, 0],
  [500, 300, 200],
  [900, 100, 400],
];

const numbersIn = (outline: string) => outline.match(/-?\d+(?:\.\d+)?/g)?.map(Number) ?? [];

describe('a drawing', () => {
  test('that is empty, or only a dot, can’t be used', () => {
    expect(strokesProblem([], 'signature')).toBe('Draw your signature.');
    expect(strokesProblem([[[10, 10, 0]]], 'initials')).toBe('Draw your initials larger.');
    expect(strokesProblem([line], 'signature')).toBeNull();
  });

  test('with more strokes or points than a signature has can’t be used', () => {
    const points = Array.from({ length: POINTS_MAX }, (_, at) => [at % 1200, 10, at] as const);
    expect(strokesProblem([points], 'signature')).toBeNull();
    expect(strokesProblem([points, line], 'signature')).toContain('too many lines');
    const strokes = Array.from({ length: STROKES_MAX + 1 }, () => line);
    expect(strokesProblem(strokes, 'signature')).toContain('too many lines');
  });

  test('is cropped to a box around its ink, from the top left', () => {
    const { outline, width, height } = drawStrokes([line]);
    expect(width).toBeGreaterThan(800);
    expect(width).toBeLessThan(830);
    expect(height).toBeGreaterThan(200);
    expect(height).toBeLessThan(230);
    const [x, y] = numbersIn(outline);
    expect(x).toBeLessThan(15);
    expect(y).toBeGreaterThan(190);
  });

  test('that is flat keeps its size, at the bottom of its box', () => {
    const flat = drawStrokes([
      [
        [100, 50, 0],
        [400, 50, 300],
      ],
    ]);
    expect(flat.height).toBe(160);
    expect(numbersIn(flat.outline)[1]).toBeGreaterThan(140);
  });

  test('is thinner where the pen was faster', () => {
    const heightOf = (ms: number) => {
      const ys = numbersIn(
        outlineOfStroke(Array.from({ length: 40 }, (_, at) => [at * 20, 200, at * ms] as const)),
      ).filter((value) => value > 190 && value < 210);
      return Math.max(...ys) - Math.min(...ys);
    };
    expect(heightOf(1)).toBeLessThan(heightOf(30));
  });

  test('has only numbers in its path, no matter how it was drawn', () => {
    const strokes: Stroke[] = [
      [[5, 5, 0]],
      [
        [5, 5, 0],
        [5, 5, 0],
        [5, 5, 0],
      ],
      [
        [0, 0, 9],
        [1200, 400, 3],
        [0, 0, 1],
        [1200, 400, 0],
      ],
    ];
    const { outline } = drawStrokes(strokes);
    expect(outline).toMatch(/^[MLAZ\d. -]+$/);
    expect(outline).not.toContain('NaN');
  });
});
