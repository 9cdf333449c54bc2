import { atMost, spreadCell, type BenchRow } from '../sync/bench-row.ts';
import { quantile } from '../sync/statistics.ts';
import { THROTTLED, type AppSetting, type BenchDeal, type Desk } from './app-site.ts';

/** Milliseconds since the start of the navigation. */
interface Start {
  /** The service worker has responded with the page. */
  answered: number;
  /** The page's modules are loaded and about to run. */
  loaded: number;
  /** The first content of the app is painted. */
  firstPaint: number;
  /** The first screen of the checklist is painted. */
  checklist: number;
  /** All rows of the checklist can be scrolled to. */
  whole: number;
}

/**
 * Opens the installed app without a network in a browser that has just started. Measures the time until the
 * checklist is painted.
 */
export async function measureColdStart(deal: BenchDeal, { site, runs }: AppSetting): Promise<BenchRow> {
  const measure = async (slower: number): Promise<Start[]> => {
    const found: Start[] = [];
    for (let run = 0; run < runs; run += 1) {
      const start = await site.inBrowser({ deals: [deal], slower }, async (desk) => {
        await site.offline();
        await desk.context.setOffline(true);
        return startOf(desk, site.checklistOf(deal), deal.nodes + 1);
      });
      found.push(start);
    }
    return found;
  };
  const measureLimit = async (slower: number): Promise<number[]> => {
    const found: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const took = await site.inBrowser({ deals: [deal], slower }, async (desk) => {
        await site.offline();
        await desk.context.setOffline(true);
        return bareStart(desk, `${site.url}/icons/icon.svg`, [deal.uuid, `counterpart-${site.person.uuid}`]);
      });
      found.push(took);
    }
    return found;
  };
  const full = await measure(1);
  const slow = await measure(THROTTLED);
  const limit = { full: await measureLimit(1), slow: await measureLimit(THROTTLED) };
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
    measures: `Opens the installed app at the checklist of a deal with 10,000 rows (${deal.nodes} of them on the checklist). The browser process has just started, the deal is on the device, and every connection to the server is cut. Times are in ms since the navigation began: until the service worker, which has to start, has answered with the page; until the page’s modules have arrived; until anything is painted; until the checklist’s first screen is painted; until all rows can be scrolled to.`,
    goals: [
      atMost('checklist painted ≤ 500 ms', median(full), 500, 'ms (median)'),
      atMost('throttled ≤ 1.5 s', median(slow), 1500, 'ms (median)'),
    ],
    head: ['', 'answered', 'loaded', 'first paint', 'checklist', 'whole'],
    lines: [
      line('Counterpart', full),
      line(`Counterpart, processor ${THROTTLED} × slower`, slow),
      ['limit: its first rows, read bare', '', '', '', spreadCell(limit.full), ''],
      [`limit, processor ${THROTTLED} × slower`, '', '', '', spreadCell(limit.slow), ''],
    ],
    notes: [
      'The browser is idle again after its own start, in which it prepares pages of its own. The limit opens a picture from the service worker’s cache after the same kind of start. A script in it opens the two databases with bare IndexedDB and reads the rows of the first screen. No code of the app is loaded, and nothing is painted.',
    ],
  };
}

/**
 * Returns the milliseconds from the navigation until bare IndexedDB has read as many rows as the view reads
 * for its first screen.
 */
async function bareStart(
  { page }: Desk,
  address: string,
  [deal, mirror]: readonly [string, string],
): Promise<number> {
  await page.addInitScript(
    ([transaction, name]) => {
      const open = async (database: string): Promise<IDBDatabase> => {
        const opening = indexedDB.open(database);
        await new Promise((resolve) => opening.addEventListener('success', resolve));
        return opening.result;
      };
      const read = async (): Promise<number> => {
        const device = await open('counterpart-device');
        const db = await open(name);
        const reading = db.transaction(['childLists', 'elements', 'items', 'documents']);
        const getAll = async (store: string, keys: readonly string[]) => {
          const asked = keys.map((key) => reading.objectStore(store).get(key));
          await new Promise((resolve) => {
            const last = asked.at(-1);
            if (last) last.addEventListener('success', resolve);
            else resolve(null);
          });
          return asked.flatMap(({ result }) => result ?? []);
        };
        const childrenOf = async (parents: readonly string[]): Promise<string[]> => {
          const lists = await getAll(
            'childLists',
            parents.map((parent) => `${transaction}/${parent}`),
          );
          return lists.flatMap(({ children }) => children).slice(0, 80);
        };
        const first = await childrenOf(['top']);
        const second = await childrenOf(first);
        const third = await childrenOf(second);
        const elements = await getAll('elements', [...third, ...second, ...first].slice(0, 80));
        const items = await getAll(
          'items',
          elements.flatMap(({ item }) => item ?? []),
        );
        await getAll(
          'documents',
          items.flatMap(({ document }) => document ?? []),
        );
        if (items.length === 0) throw new Error('The limit has read nothing.');
        const at = performance.now();
        db.close();
        device.close();
        return at;
      };
      Object.assign(globalThis, { bareStart: read() });
    },
    [deal, mirror] as const,
  );
  await page.goto(address, { waitUntil: 'commit' });
  return page.evaluate(async (): Promise<number> => Reflect.get(globalThis, 'bareStart'));
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
