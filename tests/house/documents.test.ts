import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, it, test } from 'vitest';

const documents = globSync(['*.md', 'docs/**/*.md', 'src/**/*.md']).toSorted();

function read(path: string): string {
  return readFileSync(path, 'utf8');
}

/** Returns the anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

function anchorsOf(path: string): string[] {
  return [...read(path).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));
}

function brokenLinks(path: string): string[] {
  const links = [...read(path).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^https?:/.test(link)) return false;
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path : resolve(dirname(path), file);
    if (!existsSync(target)) return true;
    return anchor !== undefined && !anchorsOf(target).includes(anchor);
  });
}

/** Returns the source files and folders that a text names by their full path but that don't exist. */
function missingPaths(path: string): string[] {
  const named = read(path).matchAll(
    /(?<![\w/.:-])(?:src|server|tests|scripts|docs|bench)\/[\w./-]*\w(?:\.\w+|\/)/g,
  );
  return [...named].map(([name]) => name).filter((name) => !existsSync(name));
}

it.each(documents)('%s links only to existing pages, headings and files', (path) => {
  expect({ links: brokenLinks(path), paths: missingPaths(path) }).toEqual({ links: [], paths: [] });
});

test('source files refer only to existing sections of the product pages', () => {
  const sources = globSync('{src,server,tests,scripts}/**/*.{ts,tsx,css}').filter(
    (path) => !path.startsWith('tests/house/'),
  );
  const references = sources.flatMap((path) =>
    [...read(path).matchAll(/(docs\/product\/[\w-]+\.md)(?:, "([^"]*)")?/g)].map(
      ([, page = '', section]) => ({ path, page, section }),
    ),
  );
  expect(references.length).toBeGreaterThan(150);
  const broken = references.filter(
    ({ page, section }) =>
      !existsSync(page) || (section !== undefined && !anchorsOf(page).includes(anchorOf(section))),
  );
  expect(broken).toEqual([]);
});

test('source files refer only to existing decisions', () => {
  const sources = globSync('{src,server,tests,scripts}/**/*.{ts,tsx}');
  const numbers = new Set(globSync('docs/adr/0*.md').map((path) => path.slice('docs/adr/'.length)));
  const named = sources.flatMap((path) =>
    [...read(path).matchAll(/docs\/adr\/(\d{4})(-[\w-]+\.md)?/g)].map(([, number = '', rest]) => ({
      path,
      number,
      rest,
    })),
  );
  expect(named.length).toBeGreaterThan(3);
  const broken = named.filter(({ number, rest }) =>
    rest === undefined
      ? ![...numbers].some((file) => file.startsWith(number))
      : !numbers.has(`${number}${rest}`),
  );
  expect(broken).toEqual([]);
});

test('the index of decisions lists every decision by its title', () => {
  const titles = globSync('docs/adr/0*.md')
    .toSorted()
    .map((path) => /^# \d{4}: (.*)$/m.exec(read(path))?.[1]);
  expect(titles.length).toBeGreaterThan(20);
  expect(
    [...read('docs/adr/README.md').matchAll(/^\| \d{4} \| \[(.*)\]\(/gm)].map(([, title]) => title),
  ).toEqual(titles);
});

test('docs/operations.md describes every setting that the server reads', () => {
  const settings = [...read('server/settings.ts').matchAll(/\(env, '([A-Z_]+)'/g)].map(([, name]) => name);
  expect(settings).toContain('DATABASE_URL');
  const described = new Set(
    [...read('docs/operations.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name),
  );
  const tests = new Set(['TEST_DATABASE_URL']);
  expect(settings.filter((name) => name !== undefined && !described.has(name) && !tests.has(name))).toEqual(
    [],
  );
});

test('the operations page names every secret that can be read from a file', () => {
  const [, list = ''] = /const SECRETS = \[(.*?)\]/s.exec(read('server/settings.ts')) ?? [];
  const secrets = [...list.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
  const [, section = ''] = /\n## Secrets\n(.*?)be read from a file/s.exec(read('docs/operations.md')) ?? [];
  const named = [...section.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
  expect(named.toSorted()).toEqual([...secrets, 'SEAL_P12'].toSorted());
});
