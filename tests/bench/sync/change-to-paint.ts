import type { Page } from 'playwright-core';
import { buildApp, isStale } from '../../../scripts/app-build.ts';
import { openProfile, type Profile } from '../../browser/support/chromium.ts';
import { startCounterpart, type CounterpartProcess } from '../../browser/support/counterpart-process.ts';
import { TestClient } from '../../server/support/test-client.ts';
import { atMost, spreadCell, type BenchRow, type Setting } from './bench-row.ts';
import { quantile } from './statistics.ts';

declare global {
  /** In the pages: resolves with the wall-clock time of the watched event. */
  var happened: Promise<number>;
}

const PASSWORD = 'closing-day';
/** Measured changes per run, after some warm-up changes. */
const CHANGES = 10;
const WARM_UP = 3;

/**
 * Uses the built app, the real server in its own process, and two people with their own browsers. One renames
 * a header while the other looks at the same checklist.
 */
export async function measureChangeToPaint({ runs }: Setting): Promise<BenchRow> {
  if (isStale(process.cwd())) {
    const built = await buildApp(process.cwd());
    if (built.code !== 0) throw new Error(built.output);
  }
  const counterpart = await startCounterpart({ DEMO: '1' });
  const profiles: Profile[] = [];
  const took: number[] = [];
  try {
    const deal = await makeDeal(counterpart);
    const open = async (email: string): Promise<Page> => {
      const profile = await openProfile({ hosts: counterpart.hosts });
      profiles.push(profile);
      return openChecklist(await profile.context.newPage(), counterpart.url, email, deal);
    };
    const editor = await open('associate@demo.test');
    const reader = await open('partner@demo.test');
    for (let change = -WARM_UP; change < runs * CHANGES; change += 1) {
      const ms = await changeAndSee(editor, reader, `Deliveries, version ${change + WARM_UP}`);
      if (change >= 0) took.push(ms);
    }
  } finally {
    for (const profile of profiles) await profile.close();
    await counterpart.close();
  }
  return {
    title: 'Change by one user → painted at another, through the stream',
    measures: `The built app, the real server with PostgreSQL in its own process, and two browsers on one machine over loopback. One browser renames a header, ${runs * CHANGES} times: from Enter until the frame in which the other browser shows the new name. In between, the edit is committed, sent and answered; the server announces the change on its event stream; the other browser’s worker pulls and commits.`,
    goals: [atMost('p95 ≤ 300 ms', quantile(took, 0.95), 300, 'ms')],
    head: ['', 'p50 (quartiles), ms', 'p95, ms', 'longest, ms'],
    lines: [['Counterpart', spreadCell(took), quantile(took, 0.95).toFixed(0), Math.max(...took).toFixed(0)]],
    notes: [],
  };
}

/** Creates a deal with one header, which the firm's admin can also see. */
async function makeDeal(counterpart: CounterpartProcess): Promise<string> {
  const client = new TestClient(counterpart.directUrl);
  await client.post('/auth/login', { loginId: 'associate@demo.test', password: PASSWORD });
  const deal = await client.post('/transactions/transaction', { name: 'Benchmark' });
  await client.post('/transactions/element', { transaction: deal.body.uuid, label: 'Deliveries' });
  return deal.body.uuid;
}

async function openChecklist(page: Page, url: string, email: string, deal: string): Promise<Page> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Transactions', exact: true }).waitFor();
  await page.goto(`${url}/transaction/${deal}/checklist`);
  await page.getByRole('row', { name: 'Deliveries' }).waitFor();
  return page;
}

/** Returns the milliseconds from Enter in one browser to the frame in the other, by wall-clock time. */
async function changeAndSee(editor: Page, reader: Page, label: string): Promise<number> {
  await editor.getByRole('row', { name: 'Deliveries' }).click();
  await editor.keyboard.press('F2');
  await editor.keyboard.insertText(label);
  await editor.evaluate(watchForEnter);
  await reader.evaluate(watchForText, label);
  await editor.keyboard.press('Enter');
  return (await reader.evaluate(async () => happened)) - (await editor.evaluate(async () => happened));
}

/** In the page: `happened` resolves with the wall-clock time of the next Enter. */
function watchForEnter(): void {
  globalThis.happened = new Promise((resolve) => {
    addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Enter') resolve(performance.timeOrigin + event.timeStamp);
      },
      { capture: true, once: true },
    );
  });
}

/** In the page: `happened` resolves with the wall-clock time of the frame that shows the text. */
function watchForText(text: string): void {
  globalThis.happened = new Promise((resolve) => {
    const look = (): void => {
      if (!document.body.textContent.includes(text)) requestAnimationFrame(look);
      // A separate task runs after the frame that shows the text.
      else setTimeout(() => resolve(performance.timeOrigin + performance.now()));
    };
    look();
  });
}
