import { once } from 'node:events';
import type { BrowserContext, CDPSession } from 'playwright-core';

/** The fields of a trace event that are read. Times are in microseconds. */
interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
}

/** How long the page's main thread worked for one act, in milliseconds. */
export interface Work {
  /** Work from the event that started the act to the frame that shows its result. */
  untilPainted: number;
  /** Work after that, until the next act. */
  after: number;
}

/** Records the page's main thread during `during`. Returns the work of each act that `bench.act` watched. */
export async function traceWork(context: BrowserContext, during: () => Promise<void>): Promise<Work[]> {
  const session = await context.browser()?.newBrowserCDPSession();
  if (!session) throw new Error('The browser cannot be traced.');
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'blink.user_timing'] },
  });
  const events = collect(session);
  await during();
  const over = once(session as unknown as NodeJS.EventEmitter, 'Tracing.tracingComplete');
  await session.send('Tracing.end');
  await over;
  await session.detach();
  return workIn(events);
}

function collect(session: CDPSession): TraceEvent[] {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value) events.push(event as unknown as TraceEvent);
  });
  return events;
}

function workIn(events: readonly TraceEvent[]): Work[] {
  const began = events.filter(({ name }) => name === 'bench-began').toSorted((a, b) => a.ts - b.ts);
  const painted = events.filter(({ name }) => name === 'bench-painted').toSorted((a, b) => a.ts - b.ts);
  const [first] = began;
  if (!first) throw new Error('The trace holds no act.');
  const tasks = events
    .filter(
      ({ name, tid, pid }) =>
        name === 'ThreadControllerImpl::RunTask' && tid === first.tid && pid === first.pid,
    )
    .map(({ ts, dur = 0 }) => ({ from: ts, to: ts + dur }));
  if (tasks.length === 0) throw new Error('The trace holds no tasks.');
  const sum = (from: number, to: number): number =>
    tasks
      .filter((task) => task.to > from && task.from < to)
      .reduce((total, task) => total + task.to - task.from, 0) / 1000;
  return began.flatMap(({ ts }, index) => {
    const end = painted[index]?.ts;
    if (end === undefined) return [];
    const untilPainted = sum(ts, end);
    const next = began[index + 1]?.ts ?? Math.max(...tasks.map(({ to }) => to));
    return [{ untilPainted, after: sum(ts, next - 1) - untilPainted }];
  });
}
