import { expect, test } from 'vitest';
import { filesBeforeScreen, staticImports, type Manifest } from '../../scripts/bundle/page-weight.ts';

const manifest: Manifest = {
  'index.html': {
    file: 'assets/main.js',
    isEntry: true,
    imports: ['_react.js'],
    dynamicImports: ['signed-in.tsx', 'login.tsx'],
  },
  '_react.js': { file: 'assets/react.js' },
  '_mirror.js': { file: 'assets/mirror.js', imports: ['_react.js'] },
  'signed-in.tsx': {
    file: 'assets/signed-in.js',
    imports: ['_mirror.js'],
    dynamicImports: ['deals.tsx', 'deal.tsx'],
  },
  'login.tsx': { file: 'assets/login.js' },
  'deals.tsx': { file: 'assets/deals.js', imports: ['index.html', '_list.js'] },
  'deal.tsx': { file: 'assets/deal.js', imports: ['_drag.js'] },
  '_list.js': { file: 'assets/list.js' },
  '_drag.js': { file: 'assets/drag.js' },
  'deals.css': { file: 'assets/deals.css' },
};

test('the page weight counts the entry, each lazy chunk on the way to the screen, and their static imports', () => {
  expect([...filesBeforeScreen(manifest, 'deals.tsx')].toSorted()).toEqual([
    'assets/deals.js',
    'assets/list.js',
    'assets/main.js',
    'assets/mirror.js',
    'assets/react.js',
    'assets/signed-in.js',
  ]);
});

test('a screen without its own chunk counts with the entry', () => {
  expect([...filesBeforeScreen(manifest, 'toast.tsx')].toSorted()).toEqual([
    'assets/main.js',
    'assets/react.js',
  ]);
});

test('an unreachable screen is an error, not a light page', () => {
  const cut: Manifest = { ...manifest, 'signed-in.tsx': { file: 'assets/signed-in.js' } };
  expect(() => filesBeforeScreen(cut, 'deals.tsx')).toThrow('No import leads');
});

test('the page weight follows static imports of a built module, but not dynamic ones', () => {
  const code =
    'import{a as b}from"./rows-1.js";import"./wire-2.js";export{c}from"../shared-3.js";const d=()=>import("./late-4.js");var e="./text-5.js";';
  expect(staticImports(code)).toEqual(['./rows-1.js', './wire-2.js', '../shared-3.js']);
});
