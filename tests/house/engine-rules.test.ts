import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SPEC = 'src/sync/SPEC.md';
/** Files whose test titles may have a rule's number. */
const TESTS = ['src/**/*.test.ts', 'tests/**/*.test.ts'];
/** The beginning of a title: numbers of rules, or whole groups if a test covers all of them. */
const CARRIED = /['"`]((?:\[[A-Z]+\d*(?:, [A-Z]+\d*)*\] ?)+)/g;

const numbers = [...readFileSync(SPEC, 'utf8').matchAll(/^- \*\*([A-Z]+\d+)\*\* /gm)].map(
  ([, number = '']) => number,
);
const carried = new Map<string, string>();
for (const file of globSync(TESTS)) {
  for (const [, brackets = ''] of readFileSync(file, 'utf8').matchAll(CARRIED)) {
    for (const [number] of brackets.matchAll(/[A-Z]+\d*/g)) carried.set(number, file);
  }
}

test('no two engine rules have the same number', () => {
  expect(numbers.length).toBeGreaterThan(50);
  expect(numbers.filter((number, index) => numbers.indexOf(number) !== index)).toEqual([]);
});

test('every engine rule has a test whose title has its number', () => {
  expect(numbers.filter((number) => !carried.has(number))).toEqual([]);
});

test('every number in a test title is an engine rule or a group of rules', () => {
  const groups = new Set(numbers.map((number) => number.replace(/\d+$/, '')));
  const known = new Set([...numbers, ...groups]);
  const unknown = [...carried].filter(([number]) => !known.has(number));
  expect(unknown.map(([number, file]) => `${number} in ${file}`)).toEqual([]);
});
