import { expect, test } from 'vitest';
import type { EvidenceEvent } from '../../entities/closing/evidence.ts';
import { checkEvidence, type EvidencePage } from './check-evidence.ts';
import { evidenceHash } from './evidence-hash.ts';
import { GENESIS } from './hash-chain.ts';

const SHEET = { width: 612, height: 792, runs: [{ text: 'Jane Doe', x: 72, y: 1e-7 }] };

/** The events of a packet with one signed page. */
async function record(): Promise<{ events: EvidenceEvent[]; pages: EvidencePage[] }> {
  const sha256 = await evidenceHash(SHEET);
  const said: [string, Record<string, unknown>][] = [
    ['sent', { to: 'jane@alpha.test', pages: [{ uuid: 'page', number: 1, sha256 }] }],
    ['viewed', { pages: [{ uuid: 'page', number: 1, sha256 }] }],
    ['consented', { version: '2026-11' }],
    ['signed', { signatures: [{ assignment: 'a', page: 'page', sha256 }] }],
    ['finished', {}],
  ];
  const events = said.map(([kind, details], at) => ({
    packet: 'packet',
    seq: at + 1,
    kind,
    at: `2026-03-01T12:0${at}:00.000Z`,
    device_at: null,
    actor: null,
    address: '192.0.2.1',
    user_agent: '',
    details,
    previous_hash: '',
    hash: '',
  }));
  return { events: await chained(events), pages: [{ uuid: 'page', number: 1, sha256, sheet: SHEET }] };
}

/** Recomputes the chain of hashes, as somebody who can write to the table could. */
async function chained(events: readonly EvidenceEvent[]): Promise<EvidenceEvent[]> {
  const done: EvidenceEvent[] = [];
  for (const { hash: _, ...event } of events) {
    const next = { ...event, previous_hash: done.at(-1)?.hash ?? GENESIS };
    done.push({ ...next, hash: await evidenceHash(next) });
  }
  return done;
}

async function check(
  change: (events: EvidenceEvent[]) => EvidenceEvent[] | Promise<EvidenceEvent[]>,
  isSealed = true,
): Promise<string[]> {
  const { events, pages } = await record();
  const head = { count: events.length, hash: events.at(-1)?.hash ?? '' };
  const sealed = isSealed ? { format: 1 as const, packet: 'packet', events, head } : null;
  return checkEvidence({ events: await change(events), pages, sealed });
}

const elsewhere = (seq: number) => (events: EvidenceEvent[]) =>
  events.map((event) => (event.seq === seq ? { ...event, address: '198.51.100.7' } : event));
const without = (seq: number) => (events: EvidenceEvent[]) => events.filter((event) => event.seq !== seq);
const swapped = (events: EvidenceEvent[]) =>
  events.map((event) => {
    const other = events.find(({ seq }) => seq === ({ 2: 3, 3: 2 }[event.seq] ?? event.seq)) ?? event;
    return { ...other, seq: event.seq };
  });

test('an intact record has no faults, in any order of keys and with events after the seal', async () => {
  const turned = (event: EvidenceEvent): EvidenceEvent =>
    JSON.parse(
      JSON.stringify(
        event,
        Object.keys(event)
          .toReversed()
          .concat('to', 'pages', 'uuid', 'number', 'sha256', 'version', 'signatures', 'assignment', 'page'),
      ),
    );
  expect(await check((events) => events.map(turned))).toEqual([]);
  expect(await check((events) => events, false)).toEqual([]);
  const accepted = async (events: EvidenceEvent[]) => {
    const [last] = events.slice(-1);
    return last ? chained([...events, { ...last, seq: 6, kind: 'accepted' }]) : [];
  };
  expect(await check(accepted)).toEqual([]);
});

test('an altered row is reported, even if its hash and all later ones were recomputed', async () => {
  expect(await check(elsewhere(2), false)).toEqual(['Row 2 (viewed) was altered.']);
  expect(await check(elsewhere(2))).toEqual(['Row 2 (viewed) was altered.']);
  const rewritten = async (events: EvidenceEvent[]) => chained(elsewhere(2)(events));
  expect(await check(rewritten)).toEqual(['Row 2 (viewed) was altered.']);
  const replaced = async (events: EvidenceEvent[]) => {
    const [, second] = await chained(elsewhere(2)(events));
    return events.map((event) => (event.seq === 2 && second ? second : event));
  };
  expect(await check(replaced, false)).toEqual([
    'Row 3 (consented) doesn’t follow row 2: one of them was replaced.',
  ]);
  expect(await check(replaced)).toEqual(['Row 2 (viewed) was altered.']);
});

test('a dropped row is reported, and the sealed copy also reveals one at the end', async () => {
  expect(await check(without(3), false)).toEqual(['Row 3 was dropped.']);
  expect(await check(without(1), false)).toEqual(['Row 1 was dropped.']);
  expect(await check(without(5))).toEqual(['Row 5 was dropped.']);
});

test('swapped rows are reported', async () => {
  expect(await check(swapped)).toEqual([
    'Row 2 was swapped: it has the content of row 3.',
    'Row 3 was swapped: it has the content of row 2.',
  ]);
  const rechained = async (events: EvidenceEvent[]) => chained(swapped(events));
  expect(await check(rechained)).toEqual([
    'Row 2 was swapped: it has the content of row 3.',
    'Row 3 was swapped: it has the content of row 2.',
  ]);
});

test('a page that shows anything other than what was sent is reported', async () => {
  const { events, pages } = await record();
  const changed = { ...SHEET, runs: [{ text: 'Jane Roe', x: 72, y: 1e-7 }] };
  const [page] = pages;
  if (!page) throw new Error('There is no page.');
  const damaged = [
    [{ ...page, sheet: changed }],
    [{ ...page, sheet: changed, sha256: await evidenceHash(changed) }],
  ];
  for (const each of damaged)
    expect(await checkEvidence({ events, pages: each, sealed: null })).toEqual([
      'Page 1 was altered: it isn’t what was sent.',
    ]);
  expect(await checkEvidence({ events, pages: [], sealed: null })).toEqual(['Page 1 was dropped.']);
});

test('a page that was viewed but not sent is reported, even if the whole record was recomputed', async () => {
  const { events, pages } = await record();
  const other = [{ uuid: 'page', number: 1, sha256: 'another' }];
  const forged = await chained(
    events.map((event) => (event.kind === 'viewed' ? { ...event, details: { pages: other } } : event)),
  );
  expect(await checkEvidence({ events: forged, pages, sealed: null })).toEqual([
    'Row 2 (viewed) records a page that wasn’t sent.',
  ]);
});
