import { useEffect, useMemo, useRef, useState } from 'react';
import type { LoadedFonts } from '../../../contract/rules/signature-page/layout/page-fonts.ts';
import type { PageLayout } from '../../../contract/rules/signature-page/layout/sheet.ts';
import { layoutProblemOf, type LayoutProblem } from '../font-problem.ts';
import type { GallerySheets } from './gallery-pages.ts';

type Sheets = Omit<GallerySheets, 'page'>;

export interface SheetLayouts {
  /** By the key of the sheets. Sheets that are not laid out yet are missing. */
  readonly layouts: ReadonlyMap<string, PageLayout>;
  readonly fonts: LoadedFonts | null;
  /** Why some sheets can't be laid out now. They are retried automatically. */
  readonly problem: LayoutProblem | null;
}

const NOTHING: SheetLayouts = { layouts: new Map(), fonts: null, problem: null };

/** The longest time that layout may block the screen, ms. */
const SLICE_MS = 12;
const RETRY_MS = 3000;

/** Lays out many sheets, a few at a time. A layout is kept as long as some sheets have its key. */
export function useSheetLayouts(sheets: readonly Sheets[]): SheetLayouts {
  const [state, setState] = useState(NOTHING);
  const known = useRef<ReadonlyMap<string, PageLayout>>(NOTHING.layouts);
  const jobs = useMemo(() => new Map(sheets.map((each) => [each.key, each])), [sheets]);
  useEffect(() => {
    let outdated = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (next: SheetLayouts) => {
      if (outdated) return false;
      known.current = next.layouts;
      setState(next);
      return true;
    };
    const run = async () => {
      try {
        await layOutAll(jobs, known.current, show);
      } catch (error) {
        if (outdated) return;
        setState((last) => ({ ...last, problem: layoutProblemOf(error) }));
        timer = setTimeout(() => void run(), RETRY_MS);
      }
    };
    void run();
    return () => {
      outdated = true;
      clearTimeout(timer);
    };
  }, [jobs]);
  return state;
}

/** Reports intermediate results from time to time, until `show` returns false. */
async function layOutAll(
  jobs: ReadonlyMap<string, Sheets>,
  known: ReadonlyMap<string, PageLayout>,
  show: (next: SheetLayouts) => boolean,
): Promise<void> {
  const { fonts, layOut } = await import('../page-engine.ts');
  const layouts = new Map([...known].filter(([key]) => jobs.has(key)));
  let since = performance.now();
  for (const [key, { toLayOut, signers, values }] of jobs) {
    if (layouts.has(key)) continue;
    layouts.set(key, (await layOut(toLayOut, signers, values)).layout);
    if (performance.now() - since < SLICE_MS) continue;
    if (!show({ layouts: new Map(layouts), fonts, problem: null })) return;
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    since = performance.now();
  }
  show({ layouts, fonts, problem: null });
}
