import { expect, test } from 'vitest';
import { arrange, canMove, moveByStep, moveToOwnRound, moveToRound } from './signing-rounds.ts';

test('a step moves a packet from a shared round to its own, and from its own to the next', () => {
  const later = moveByStep([['jane', 'john', 'max']], 'john', 1);
  expect(later).toEqual([['jane', 'max'], ['john']]);
  expect(moveByStep(later, 'max', 1)).toEqual([['jane'], ['max'], ['john']]);
  expect(moveByStep([['jane'], ['max'], ['john']], 'max', -1)).toEqual([['jane', 'max'], ['john']]);
  expect(moveByStep([['jane', 'max'], ['john']], 'jane', -1)).toEqual([['jane'], ['max'], ['john']]);
});

test('a packet that is alone in the first or last round can’t move further', () => {
  const rounds = [['jane'], ['john']];
  expect([canMove(rounds, 'jane', -1), canMove(rounds, 'jane', 1)]).toEqual([false, true]);
  expect([canMove(rounds, 'john', -1), canMove(rounds, 'john', 1)]).toEqual([true, false]);
  expect(moveByStep(rounds, 'john', 1)).toBe(rounds);
});

test('a dropped packet joins a round or gets its own, and no round stays empty', () => {
  const rounds = [['jane'], ['john', 'max']];
  expect(moveToRound(rounds, 'jane', 1)).toEqual([['john', 'max', 'jane']]);
  expect(moveToRound(rounds, 'max', 1)).toBe(rounds);
  expect(moveToOwnRound(rounds, 'max', 0)).toEqual([['max'], ['jane'], ['john']]);
  expect(moveToOwnRound(rounds, 'jane', 2)).toEqual([['john', 'max'], ['jane']]);
});

test('a packet that is left out loses its round, and is in the first round when it is added again', () => {
  const rounds = [['jane'], ['john'], ['max']];
  const without = arrange(rounds, ['jane', 'max']);
  expect(without).toEqual([['jane'], ['max']]);
  expect(arrange(without, ['jane', 'john', 'max'])).toEqual([['jane', 'john'], ['max']]);
  expect(arrange(rounds, ['john'])).toEqual([['john']]);
});
