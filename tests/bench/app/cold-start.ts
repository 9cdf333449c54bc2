import { atMost, spreadCell, type BenchRow } from '../sync/bench-row.ts';
import { quantile } from '../sync/statistics.ts';
import { THROTTLED, type AppSetting, type BenchDeal, type Desk } from './app-site.ts';

/** Ms since the navigation began. */
interface Start {
  /** The service worker has answered with the page. */
  answered: number;
  /** The page's modules have come and are about to be run. */
  loaded: number;
  /** Something of the app is on the screen. */
  firstPaint: number;
  /** The checklist's first screen. */
  checklist: number;
  /** All of its rows can be scrolled to. */
  whole: number;
}

/** The installed app without a network, in a browser that was just started, until the checklist is painted. */
export async function measureColdStart(deal: BenchDeal, { site, runs }: AppSetting): Promise<BenchRow> {
  const measure = async (slower: number): Promise<Start[]> => {
    const found: Start[] = [];
    for (let run = 0; run < runs; run += 1) {
      const start = await site.atDesk({ deals: [deal], slower }, async (desk) => {
        await site.offline();
        await desk.context.setOffline(true);
        return startOf(desk, site.checklistOf(deal), deal.nodes + 1);
      });
      found.push(start);
    }
    return found;
  };
  const full = await measure(1);
  const slow = await measure(THROTTLED);
  const line = (words: string, starts: readonly Start[]): string[] => [
    words,
    ...(['answered', 'loaded', 'firstPaint', 'checklist', 'whole'] as const).map((figure) =>
      spreadCell(starts.map((start) => start[figure])),
    ),
  ];
  const median = (starts: readonly Start[]): number =>
    quantile(
      starts.map(({ checklist }) => checklist),
      0.5,
    );
  return {
    title: 'Cold start without a network',
    measures: `The installed app at the address of the checklist of a deal of 10,000 rows (${deal.nodes} of them on the checklist), in a browser process that was just started on a profile where the deal is on the device, every wire to the server cut. Ms since the navigation began: until the service worker, which has to be started, has answered with the page; until the page’s modules are there; until the first thing is painted; until the checklist’s first screen is; until all of its rows can be scrolled to.`,
    goals: [
      atMost('checklist painted ≤ 500 ms', median(full), 500, 'ms (median)'),
      atMost('throttled ≤ 1.5 s', median(slow), 1500, 'ms (median)'),
    ],
    head: ['', 'answered', 'loaded', 'first paint', 'checklist', 'whole'],
    lines: [line('Counterpart', full), line(`Counterpart, processor ${THROTTLED} × slower`, slow)],
    notes: [],
  };
}

async function startOf({ page }: Desk, address: string, rows: number): Promise<Start> {
  await page.goto(address, { waitUntil: 'commit' });
  return page.evaluate(async (count) => {
    const checklist = await bench.shown(() => document.querySelector('[role=treegrid] [data-uuid]') !== null);
    const whole = await bench.shown(
      () => document.querySelector(`[role=treegrid][aria-rowcount="${count}"]`) !== null,
    );
    const [navigation] = performance.getEntriesByType('navigation');
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    if (!(navigation instanceof PerformanceNavigationTiming) || !paint) throw new Error('Nothing was timed.');
    return {
      answered: navigation.responseStart,
      loaded: navigation.domInteractive,
      firstPaint: paint.startTime,
      checklist,
      whole,
    };
  }, rows);
}
