import { expect, test } from 'vitest';
import { StatementNames } from './statement-names.ts';

test('a statement has no name the first time, and keeps one name from the second time on', () => {
  const names = new StatementNames();
  const [first, second, third] = [names.nameOf('a', 1), names.nameOf('a', 1), names.nameOf('a', 1)];
  expect(first).toBeUndefined();
  expect(second).toBeDefined();
  expect(third).toBe(second);
});

test('statements without parameters, and those with long lists, have no names', () => {
  const names = new StatementNames();
  for (const parameters of [0, 65, 5000]) {
    names.nameOf(`of ${parameters}`, parameters);
    expect(names.nameOf(`of ${parameters}`, parameters)).toBeUndefined();
  }
});

test('the least recently used statement loses its name, and never gets the same name again', () => {
  const names = new StatementNames(2);
  names.nameOf('a', 1);
  const first = names.nameOf('a', 1);
  names.nameOf('b', 1);
  names.nameOf('a', 1);
  names.nameOf('c', 1);
  expect(names.nameOf('a', 1), 'it was used after b').toBe(first);
  names.nameOf('d', 1);
  names.nameOf('e', 1);
  expect(names.nameOf('a', 1)).toBeUndefined();
  expect(names.nameOf('a', 1)).not.toBe(first);
});

test('different statements have different names', () => {
  const names = new StatementNames();
  const texts = Array.from({ length: 100 }, (_, index) => `text ${index}`);
  for (const text of texts) names.nameOf(text, 1);
  expect(new Set(texts.map((text) => names.nameOf(text, 1))).size).toBe(100);
});
