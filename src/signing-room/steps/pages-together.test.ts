import { describe, expect, it } from 'vitest';
import type { OpenRoom, RoomPage } from '../../contract/entities/signing/signing-room.ts';
import { PAGE_1, RoomServer } from '../../../tests/support/signing/room-server.ts';
import { DraftStore, type RoomDraft } from '../store/room-draft.ts';
import { pagesTogether } from './pages-together.ts';

const ALPHA = 'Alpha Corp. by Jane Doe, President';
const NOTHING = new DraftStore(null).read();

/** A page that is signed in these capacities. */
function page(uuid: string, capacities: readonly string[], more: Partial<RoomPage> = {}): RoomPage {
  return {
    uuid,
    number: 1,
    document: null,
    sha256: `hash of ${uuid}`,
    width: 612,
    height: 792,
    svg: '<svg/>',
    text: '',
    fields: [],
    witness: null,
    tabs: [],
    groups: [],
    signed: null,
    assignments: capacities.map((capacity, at) => ({ uuid: `${uuid}-${at}`, capacity, signed_at: null })),
    ...more,
  };
}

function room(...pages: RoomPage[]): OpenRoom {
  const open = new RoomServer().room(true);
  if (open.state !== 'open') throw new Error('The room is not open.');
  return { ...open, pages };
}

const [first, second] = [page('1', [ALPHA]), page('2', [ALPHA])];
const seen = (...pages: RoomPage[]): RoomDraft => ({
  ...NOTHING,
  seen: Object.fromEntries(pages.map(({ uuid, sha256 }) => [uuid, sha256])),
});

describe('pages that are signed together', () => {
  it('are the unsigned pages of one capacity', () => {
    const own = page('3', ['Jane Doe']);
    const both = page('4', [ALPHA, 'Jane Doe']);
    const done = page('5', [ALPHA], { signed: { values: {}, day: 'November 24, 2026' } });
    const together = pagesTogether(room(first, own, both, done, second), NOTHING, first);
    expect(together?.capacity).toBe(ALPHA);
    expect(together?.pages.map(({ page: each }) => each.uuid)).toEqual(['1', '2']);
  });

  it('don’t include pages that were signed on this device but aren’t sent yet', () => {
    const pending = [{ ...PAGE_1, act: 'a', uuid: '1', at: '2026-11-24T10:00:00Z', utcOffset: 0 }];
    expect(pagesTogether(room(first, second), { ...NOTHING, pending }, second)).toBeNull();
  });

  it('aren’t offered for a single page, or for a page without a signature', () => {
    expect(pagesTogether(room(first), NOTHING, first)).toBeNull();
    expect(pagesTogether(room(page('6', []), page('7', [])), NOTHING, page('6', []))).toBeNull();
  });

  it('don’t count as shown if they have changed since', () => {
    const asked = room(first, second);
    expect(pagesTogether(asked, NOTHING, first)?.numUnseen).toBe(2);
    expect(pagesTogether(asked, seen(first), first)?.numUnseen).toBe(1);
    expect(pagesTogether(asked, seen(first, second), first)?.numUnseen).toBe(0);
    expect(pagesTogether(asked, seen(first, { ...second, sha256: 'before' }), first)?.numUnseen).toBe(1);
  });

  it('include the first missing field of each page', () => {
    const city = {
      uuid: 'city',
      assignment: '2-0',
      type: 'custom' as const,
      label: 'City',
      required: true,
      group: null,
      value: null,
      x: 0,
      y: 0,
      width: 100,
      height: 20,
    };
    const asked = room(first, page('2', [ALPHA], { tabs: [city] }));
    const problems = (draft: RoomDraft) =>
      pagesTogether(asked, draft, first)?.pages.map(({ problem }) => problem?.sentence);
    expect(problems(NOTHING)).toEqual([undefined, 'Fill in “City”.']);
    expect(problems({ ...NOTHING, values: { city: 'Vienna' } })).toEqual([undefined, undefined]);
  });
});
