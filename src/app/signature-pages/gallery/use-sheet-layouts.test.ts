import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newPageDesign } from '../../../contract/rules/signature-page/design/new-design.ts';
import { layOutSheets, type SheetLayouts } from './use-sheet-layouts.ts';

const isOnline = vi.hoisted(() => ({ value: true }));

// The real module imports the URLs of hundreds of files.
vi.mock('../font-files.ts', async () => {
  const chinese = await import('@fontsource/noto-serif-sc/unicode.json');
  return {
    fallbackRanges: new Map([['noto-serif-sc', chinese.default]]),
    addressOf: (file: string) => file,
  };
});
vi.mock('../fetch-asset.ts', () => ({
  fetchAsset: async (file: string) => {
    if (file.includes('noto-') && !isOnline.value) throw new TypeError('Failed to fetch');
    return new Uint8Array(await readFile(new URL(import.meta.resolve(file))));
  },
}));

beforeEach(() => {
  isOnline.value = false;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A page with this text in place of its lead-in, and without signers. */
function pageWith(key: string, text: string) {
  const design = newPageDesign();
  const blocks = design.blocks.map((block) =>
    block.kind === 'lead_in' ? { ...block, content: [text] } : block,
  );
  const toLayOut = { design: { ...design, blocks }, paper: 'letter' as const, code: null };
  return { key, toLayOut, signers: [], values: {} };
}

/** The font engine takes a while to load. */
const WAIT = { timeout: 20_000 };

const jobs = new Map([pageWith('Beijing', '北京'), pageWith('Oslo', 'Oslo')].map((each) => [each.key, each]));

test('a page with placeholder boxes, because a font can’t be loaded, is laid out again once the font can be loaded', async () => {
  let latest: SheetLayouts | undefined;
  const stop = layOutSheets(jobs, new Map(), {
    show: (next) => {
      latest = next;
    },
    fail: (problem) => expect.unreachable(problem),
  });
  const layoutOf = (key: string) => latest?.layouts.get(key);
  const warnings = () => layoutOf('Beijing')?.warnings.map(({ kind }) => kind);
  await vi.waitFor(() => expect(layoutOf('Oslo')).toBeDefined(), WAIT);
  expect(warnings()).toContain('font_unavailable');
  const oslo = layoutOf('Oslo');

  isOnline.value = true;
  await vi.advanceTimersByTimeAsync(3000);
  await vi.waitFor(() => expect(warnings()).not.toContain('font_unavailable'), WAIT);
  expect(layoutOf('Oslo')).toBe(oslo);
  expect(vi.getTimerCount()).toBe(0);
  stop();
});
