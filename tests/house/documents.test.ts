import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, it, test } from 'vitest';

const documents = globSync(['*.md', 'docs/**/*.md', 'src/**/*.md']).toSorted();

function read(path: string): string {
  return readFileSync(path, 'utf8');
}

/** The anchor that a heading has on GitHub. */
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

/** Source files and folders that a text names by their whole path. */
function missingPaths(path: string): string[] {
  const named = read(path).matchAll(
    /(?<![\w/.:-])(?:src|server|tests|scripts|docs|bench)\/[\w./-]*\w(?:\.\w+|\/)/g,
  );
  return [...named].map(([name]) => name).filter((name) => !existsSync(name));
}

it.each(documents)('%s links only to pages, headings and files that exist', (path) => {
  expect({ links: brokenLinks(path), paths: missingPaths(path) }).toEqual({ links: [], paths: [] });
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
