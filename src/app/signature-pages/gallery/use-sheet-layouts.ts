import { useEffect, useMemo, useRef, useState } from 'react';
import type { LoadedFonts } from '../../../contract/rules/signature-page/layout/page-fonts.ts';
import type { FaceId, PageLayout } from '../../../contract/rules/signature-page/layout/sheet.ts';
import { layoutProblemOf, type LayoutProblem } from '../font-problem.ts';
import type { GallerySheets } from './gallery-pages.ts';

type Sheets = Omit<GallerySheets, 'page'>;

export interface SheetLayouts {
  /** The layouts by the key of their sheets. Sheets that are not laid out yet are missing. */
  readonly layouts: ReadonlyMap<string, PageLayout>;
  readonly fonts: LoadedFonts | null;
  /** Why some sheets can't be laid out now. They are retried automatically. */
  readonly problem: LayoutProblem | null;
}

const NOTHING: SheetLayouts = { layouts: new Map(), fonts: null, problem: null };

/** The longest time that a slice of layout work may block the screen, ms. */
const SLICE_MS = 12;
/** The shortest time between two reports, ms. Each renders the gallery. */
const REPORT_MS = 100;
const RETRY_MS = 3000;

/** Lays out many sheets, a few at a time. A layout is kept as long as any sheets have its key. */
export function useSheetLayouts(sheets: readonly Sheets[]): SheetLayouts {
  const [state, setState] = useState(NOTHING);
  const known = useRef<ReadonlyMap<string, PageLayout>>(NOTHING.layouts);
  const jobs = useMemo(() => new Map(sheets.map((each) => [each.key, each])), [sheets]);
  useEffect(
    () =>
      layOutSheets(jobs, known.current, {
        show: (next) => {
          known.current = next.layouts;
          setState(next);
        },
        fail: (problem) => setState((last) => ({ ...last, problem })),
      }),
    [jobs],
  );
  return state;
}

/**
 * Lays out new sheets, and retries while a font is missing. Returns a function that stops it. After that, nothing is reported.
 */
export function layOutSheets(
  jobs: ReadonlyMap<string, Sheets>,
  known: ReadonlyMap<string, PageLayout>,
  report: { show: (next: SheetLayouts) => void; fail: (problem: LayoutProblem) => void },
): () => void {
  let outdated = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let layouts = known;
  const show = (next: SheetLayouts) => {
    if (outdated) return false;
    layouts = next.layouts;
    report.show(next);
    return true;
  };
  const run = async () => {
    try {
      await layOutAll(jobs, layouts, show);
      if (missingFaces(layouts.values()).length === 0) return;
    } catch (error) {
      if (outdated) return;
      report.fail(layoutProblemOf(error));
    }
    if (!outdated) timer = setTimeout(() => void run(), RETRY_MS);
  };
  void run();
  return () => {
    outdated = true;
    clearTimeout(timer);
  };
}

/**
 * Lays out new sheets, and sheets with placeholder boxes whose font can be loaded now. Reports intermediate results until
 * `show` returns false.
 */
async function layOutAll(
  jobs: ReadonlyMap<string, Sheets>,
  known: ReadonlyMap<string, PageLayout>,
  show: (next: SheetLayouts) => boolean,
): Promise<void> {
  const { fonts, layOut, loadFaces } = await import('../page-engine.ts');
  const layouts = new Map([...known].filter(([key]) => jobs.has(key)));
  await loadFaces(missingFaces(layouts.values()));
  let since = performance.now();
  let reported = Number.NEGATIVE_INFINITY;
  for (const [key, { toLayOut, signers, values }] of jobs) {
    const before = layouts.get(key);
    if (before && !missingFaces([before]).some((face) => fonts.isLoaded(face))) continue;
    layouts.set(key, (await layOut(toLayOut, signers, values)).layout);
    if (performance.now() - since < SLICE_MS) continue;
    if (performance.now() - reported >= REPORT_MS) {
      if (!show({ layouts: new Map(layouts), fonts, problem: null })) return;
      reported = performance.now();
    }
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
    since = performance.now();
  }
  show({ layouts, fonts, problem: null });
}

/** Returns the fallback fonts that these layouts are missing. The layouts have placeholder boxes instead. */
function missingFaces(layouts: Iterable<PageLayout>): FaceId[] {
  const faces = Array.from(layouts, ({ warnings }) =>
    warnings.flatMap((warning) => (warning.kind === 'font_unavailable' ? [warning.face] : [])),
  );
  return [...new Set(faces.flat())];
}
