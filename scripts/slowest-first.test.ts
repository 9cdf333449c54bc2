import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { SLOWEST, slowestFirst } from './slowest-first.ts';

it('the list of slow test files names only files that exist', () => {
  expect(SLOWEST.filter((file) => !existsSync(file))).toEqual([]);
});

it('the slowest test files start first, and files that share the modules of a worker stay together', () => {
  const file = (moduleId: string, name: string, isolate: boolean) => ({
    moduleId: join(process.cwd(), moduleId),
    project: { name, config: { isolate } },
  });
  const [slowest = '', slow = ''] = SLOWEST;
  const files = [
    file('a.test.ts', 'unit', true),
    file('b.test.ts', 'contract', false),
    file('c.test.ts', 'server', false),
    file(slow, 'unit', true),
    file('d.test.ts', 'contract', false),
    file(slowest, 'server', false),
  ];
  const order = slowestFirst(files).map(({ moduleId }) => relative(process.cwd(), moduleId));
  expect(order).toEqual([slowest, 'c.test.ts', 'b.test.ts', 'd.test.ts', slow, 'a.test.ts']);
});
