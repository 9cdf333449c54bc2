import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Elements for which src/app/ui has a component. A screen that creates its own would look different. */
const PARTS = {
  button: /<button\b/,
  select: /<select\b/,
  textarea: /<textarea\b/,
  progress: /<progress\b/,
  kbd: /<kbd\b/,
  'check box': /type="checkbox"/,
  'search field': /type="search"\s+(?:class|aria-label)/,
};

const screens = globSync('src/app/**/*.tsx').filter((path) => !path.startsWith('src/app/ui/'));

it.each(Object.entries(PARTS))('no screen creates its own %s', (_part, pattern) => {
  expect(screens.length).toBeGreaterThan(50);
  expect(screens.filter((path) => pattern.test(readFileSync(path, 'utf8')))).toEqual([]);
});

it('every component of src/app/ui appears in the styleguide', () => {
  const guide = globSync('src/app/screens/styleguide/*.tsx').map((path) => readFileSync(path, 'utf8'));
  const parts = globSync('src/app/ui/**/*.tsx').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/^export function ([A-Z]\w+)/gm)].flatMap(
      (found) => found[1] ?? [],
    ),
  );
  expect(parts.length).toBeGreaterThan(20);
  expect(parts.filter((part) => !guide.some((text) => text.includes(`<${part}`)))).toEqual([]);
});
