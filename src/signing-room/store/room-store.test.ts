import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SigningRoom } from '../../contract/entities/signing/signing-room.ts';
import {
  CODE,
  FIRST,
  LINK,
  memoryStorage,
  PAGE_1,
  PAGE_2,
  RoomServer,
  SECOND,
} from '../../../tests/support/signing/room-server.ts';
import { DraftStore } from './room-draft.ts';
import { mergeRoom } from './merge-room.ts';
import { RETRY, RoomStore } from './room-store.ts';

let server: RoomServer;
let stored: Map<string, string>;
let storageListeners: Set<(event: { key: string }) => void>;
let touchListeners: Set<() => void>;

function notifyOfStorage(): void {
  for (const listener of storageListeners) listener({ key: 'counterpart-signing-p/page/1' });
}

/** Opens a tab of the room. Returns its store once it has loaded or failed to load. */
async function openTab(link = LINK): Promise<RoomStore> {
  const store = new RoomStore(link);
  store.subscribe(() => {});
  await vi.waitFor(() => expect(store.state.isBusy).toBe(false));
  return store;
}

const LATER_LINK = 'b'.repeat(43);
const pendingOf = (store: RoomStore) => store.state.draft.pending.map(({ uuid }) => uuid);

beforeEach(() => {
  server = new RoomServer();
  stored = new Map();
  vi.useFakeTimers();
  vi.stubGlobal('fetch', server.fetch);
  vi.stubGlobal('localStorage', memoryStorage(stored));
  // The database has a separate test, because it doesn't work with a fake clock.
  vi.stubGlobal('indexedDB', undefined);
  storageListeners = new Set();
  touchListeners = new Set();
  vi.stubGlobal('addEventListener', (kind: string, listener: (event?: { key: string }) => void) => {
    if (kind === 'storage') storageListeners.add(listener);
    if (kind === 'pointerdown') touchListeners.add(listener);
  });
  vi.stubGlobal('removeEventListener', (_: string, listener: (event: { key: string }) => void) => {
    storageListeners.delete(listener);
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('pages that are signed together go to the server in one call, and pages that were shown still count after a reload', async () => {
  const tab = await openTab();
  tab.see(PAGE_1);
  await tab.sign(PAGE_1, PAGE_2);
  expect(server.called('sign')).toHaveLength(1);
  expect([...server.signed]).toEqual([FIRST, SECOND]);
  expect((await openTab()).state.draft.seen).toEqual({ [FIRST]: PAGE_1.sha256 });
});

it('counts as viewed once a person touches it, not when an email scanner loads it', async () => {
  const tab = await openTab();
  const touch = () => touchListeners.forEach((listener) => listener());
  expect(server.called('viewed')).toEqual([]);
  server.isDown = true;
  touch();
  await vi.advanceTimersByTimeAsync(0);
  expect(tab.state.problem).toBeNull();
  server.isDown = false;
  touch();
  await vi.advanceTimersByTimeAsync(0);
  touch();
  expect(server.called('viewed')).toHaveLength(1);
});

describe('a device that must enter a code', () => {
  it('keeps what was signed on it, and sends it once the code is entered', async () => {
    const tab = await openTab();
    server.isDown = true;
    await tab.sign(PAGE_1);
    server.isDown = false;
    server.isNewDevice = true;
    await vi.advanceTimersByTimeAsync(RETRY);
    expect(tab.state.room?.state).toBe('new_device');
    const after = await openTab();
    expect(after.state.room?.state).toBe('new_device');
    expect(pendingOf(after)).toEqual([FIRST]);
    expect(server.signed.size).toBe(0);
    await after.act({ name: 'device', body: { code: CODE } });
    expect(after.state.room?.state).toBe('open');
    expect([...server.signed]).toEqual([FIRST]);
    expect(pendingOf(after)).toEqual([]);
  });

  it('reports an action as not done, so that its form stays open', async () => {
    const tab = await openTab();
    server.isNewDevice = true;
    const witness = { pages: [], name: 'Max', address: 'Here', occupation: 'Baker', is_present: true };
    const act = { name: 'witness', body: { ...witness, style: 'caveat' } } as const;
    expect(await tab.act(act)).toBe(false);
    server.isNewDevice = false;
    expect(await tab.act(act)).toBe(true);
  });

  it('sends nothing that was signed on it while it asks for the code', async () => {
    const tab = await openTab();
    server.isDown = true;
    await tab.sign(PAGE_1);
    server.isDown = false;
    server.isNewDevice = true;
    const after = await openTab();
    await after.act({ name: 'device_code' });
    expect(server.called('device_code')).toHaveLength(1);
    expect(server.called('sign')).toEqual([]);
  });
});

describe('pages that were signed without a network', () => {
  it('are sent when the server can be reached again', async () => {
    const tab = await openTab();
    server.isDown = true;
    await tab.sign(PAGE_1);
    expect(tab.state.isOffline).toBe(true);
    server.isDown = false;
    await vi.advanceTimersByTimeAsync(RETRY);
    expect([...server.signed]).toEqual([FIRST]);
    expect(pendingOf(tab)).toEqual([]);
  });

  it.each([
    [403, 'This request came from another site, so nothing was changed.'],
    [404, 'This link isn’t valid.'],
    [409, 'Another version was made current in the meantime.'],
    [426, 'Reload the page to update it; nothing is lost.'],
    [429, 'Too many requests. Wait a moment.'],
    [503, 'The server is busy.'],
  ])('stay on the device when the server answers %s', async (status, error_message) => {
    const tab = await openTab();
    server.refusal = { status, error_message };
    await tab.sign(PAGE_1);
    expect(pendingOf(tab)).toEqual([FIRST]);
    await tab.finish();
    expect(tab.state.draft.finishedAt).not.toBeNull();
    server.refusal = null;
    await vi.advanceTimersByTimeAsync(RETRY);
    expect([...server.signed]).toEqual([FIRST]);
    expect(tab.state.room?.state).toBe('completed');
  });

  it('must be signed again when the server refuses them', async () => {
    const tab = await openTab();
    server.refusal = { status: 422, error_message: 'This page has changed. Read it again.' };
    await tab.sign(PAGE_1);
    expect(pendingOf(tab)).toEqual([]);
    expect(tab.state.problem).toBe('This page has changed. Read it again.');
  });

  it('stay in the draft when another tab fills in a name', async () => {
    const [tab, other] = [await openTab(), await openTab()];
    server.isDown = true;
    await tab.sign(PAGE_1);
    const { editDraft } = other;
    editDraft({ name: 'Jane A. Doe' });
    await other.sign(PAGE_2);
    server.isDown = false;
    await openTab();
    expect([...server.signed]).toEqual([FIRST, SECOND]);
  });

  it('are sent through the link of a later reminder', async () => {
    const tab = await openTab();
    server.isDown = true;
    await tab.sign(PAGE_1);
    server.isDown = false;
    await openTab(LATER_LINK);
    expect([...server.signed]).toEqual([FIRST]);
  });

  it('are not signed when the signatory declines', async () => {
    const tab = await openTab();
    server.isDown = true;
    await tab.sign(PAGE_1);
    server.isDown = false;
    await tab.act({ name: 'decline', body: { reason: 'I left the company.' } });
    expect(server.called('sign')).toEqual([]);
    expect(server.called('decline')).toHaveLength(1);
  });

  it('are sent with what was filled in, and with the time on the device', async () => {
    const tab = await openTab();
    server.isDown = true;
    await tab.sign({ ...PAGE_1, values: { [SECOND]: 'Vienna' } });
    const [signed] = tab.state.draft.pending;
    server.isDown = false;
    await openTab();
    const [sent] = server.called('sign');
    expect(sent?.body.pages).toEqual([
      {
        uuid: FIRST,
        sha256: 'hash of page 1',
        values: { [SECOND]: 'Vienna' },
        at: signed?.at,
        utc_offset: signed?.utcOffset,
      },
    ]);
    expect(Date.parse(String(sent?.body.sent_at))).toBeGreaterThanOrEqual(Date.parse(signed?.at ?? ''));
  });

  it('are still there if declining fails', async () => {
    const tab = await openTab();
    server.isDown = true;
    await tab.sign(PAGE_1);
    tab.editDraft({ reason: 'I left the company.' });
    server.isDown = false;
    server.refusal = { status: 422, error_message: 'A reason can have at most 2,000 characters.' };
    await tab.act({ name: 'decline', body: { reason: 'I left the company.' } });
    expect(pendingOf(tab)).toEqual([FIRST]);
    expect(tab.state.draft.reason).toBe('I left the company.');
  });
});

describe('a response that is older than another', () => {
  const room = (signed: boolean, svg: string): SigningRoom => {
    const known = new RoomServer();
    if (signed) known.signed.add(FIRST);
    return known.room(svg !== '');
  };

  it('does not undo a signature that the newer one confirmed', () => {
    const confirmed = mergeRoom(room(false, '<svg/>'), room(true, ''), true);
    expect(mergeRoom(confirmed, room(false, ''), true)).toEqual(confirmed);
    expect(mergeRoom(confirmed, room(false, '<svg/>'), false)).toEqual(confirmed);
  });

  it('does not reopen a completed packet', () => {
    const done = new RoomServer();
    done.isFinished = true;
    expect(mergeRoom(done.room(false), room(true, ''), true)).toEqual(done.room(false));
    expect(mergeRoom(done.room(false), room(true, '<svg/>'), false)).toEqual(done.room(false));
    expect(mergeRoom(done.room(false), room(true, '<svg/>'), true)).toEqual(room(true, '<svg/>'));
  });
});

it('shows the room as it is on the server once a page is refused, and keeps the reason', async () => {
  const tab = await openTab();
  server.refusal = { status: 422, error_message: 'You have chosen another signature since.' };
  server.signed.add(SECOND);
  await tab.sign(PAGE_1);
  const { room, problem } = tab.state;
  expect(problem).toBe('You have chosen another signature since.');
  expect(room?.state === 'open' && room.pages.map(({ signed }) => signed !== null)).toEqual([false, true]);
});

describe('two tabs in browsers that show each other’s writes with a delay', () => {
  /** Opens a tab that sees what other tabs have written so far, but nothing that they write later. */
  async function openLateTab(): Promise<{ tab: RoomStore; inTab: (work: () => unknown) => Promise<void> }> {
    const seen = new Map(stored);
    const own = memoryStorage(seen, stored);
    const shared = localStorage;
    const inTab = async (work: () => unknown) => {
      vi.stubGlobal('localStorage', own);
      await work();
      vi.stubGlobal('localStorage', shared);
    };
    let tab = new RoomStore(LINK);
    await inTab(async () => (tab = await openTab()));
    return { tab, inTab };
  }

  it('each keep a page that was signed at the same time', async () => {
    await openTab();
    const [one, other] = [await openLateTab(), await openLateTab()];
    server.isDown = true;
    await one.inTab(() => one.tab.sign(PAGE_1));
    await other.inTab(() => other.tab.sign(PAGE_2));
    expect(pendingOf(other.tab)).toEqual([SECOND]);
    server.isDown = false;
    await openTab();
    expect([...server.signed].toSorted()).toEqual([FIRST, SECOND]);
  });

  it('keep what one tab signs while the other one sends, fills in, gets a refusal and finishes', async () => {
    await openTab();
    const other = await openLateTab();
    server.isDown = true;
    const tab = await openTab();
    await tab.sign(PAGE_1);
    server.isDown = false;
    server.refusal = { status: 422, error_message: 'This page has changed. Read it again.' };
    await other.inTab(async () => {
      other.tab.fillTab(SECOND, 'Vienna');
      other.tab.editDraft({ name: 'Jane A. Doe' });
      await other.tab.sign(PAGE_2);
      await other.tab.finish();
    });
    expect(pendingOf(other.tab)).toEqual([]);
    server.refusal = null;
    expect((await openTab()).state.draft).toMatchObject({ name: 'Jane A. Doe', pending: [] });
    expect([...server.signed]).toEqual([FIRST]);
  });

  it('keep a page that one tab signed again when the server refuses the other tab’s signing of it', async () => {
    await openTab();
    const other = await openLateTab();
    server.isDown = true;
    await openTab().then((tab) => tab.sign({ ...PAGE_1, signature: 'new' }));
    await other.inTab(async () => {
      server.isDown = false;
      server.refusal = { status: 422, error_message: 'You have chosen another signature since.' };
      await other.tab.sign({ ...PAGE_1, signature: 'old' });
    });
    server.refusal = null;
    await openTab();
    expect(server.called('sign').map(({ body }) => body.pages)).toEqual([
      [expect.objectContaining({ signature: 'old' })],
      [expect.objectContaining({ signature: 'new' })],
    ]);
  });
});

it('shows in one tab what another one has signed, and sends it if the other one is gone', async () => {
  const tab = await openTab();
  const other = new DraftStore('p');
  other.addPage({ ...PAGE_1, act: '1', at: '2026-11-24T10:00:00Z', utcOffset: 0 });
  notifyOfStorage();
  expect(pendingOf(tab)).toEqual([FIRST]);
  await vi.advanceTimersByTimeAsync(RETRY);
  expect([...server.signed]).toEqual([FIRST]);
  expect(pendingOf(tab)).toEqual([]);
});

it('keeps a page signed on the screen while another tab sends it', async () => {
  const tab = await openTab();
  server.isDown = true;
  await tab.sign(PAGE_1);
  server.isDown = false;
  const other = await openTab();
  expect(pendingOf(other)).toEqual([]);
  notifyOfStorage();
  expect(pendingOf(tab)).toEqual([FIRST]);
  await vi.advanceTimersByTimeAsync(RETRY);
  const { room } = tab.state;
  expect(room?.state === 'open' && room.pages[0]?.signed).not.toBeNull();
  expect(pendingOf(tab)).toEqual([]);
});

it('signs the other pages when the server refuses one of them', async () => {
  const tab = await openTab();
  server.isDown = true;
  await tab.sign(PAGE_1);
  await tab.sign(PAGE_2);
  server.isDown = false;
  server.refused.add(FIRST);
  await openTab();
  expect([...server.signed]).toEqual([SECOND]);
  expect((await openTab()).state.draft.pending).toEqual([]);
});

it('keeps a signed page until it is sent even if the browser has no storage left', async () => {
  const tab = await openTab();
  vi.stubGlobal('localStorage', {
    ...memoryStorage(stored),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  server.isDown = true;
  await tab.sign(PAGE_1);
  await tab.sign(PAGE_2);
  expect(pendingOf(tab)).toEqual([FIRST, SECOND]);
  server.isDown = false;
  await vi.advanceTimersByTimeAsync(RETRY);
  expect([...server.signed]).toEqual([FIRST, SECOND]);
});

describe('what is filled in', () => {
  it('is there after a reload, and after the server refused the page', async () => {
    const tab = await openTab();
    tab.fillTab(SECOND, 'Vienna');
    server.refusal = { status: 422, error_message: 'Add your initials.' };
    await tab.sign({ ...PAGE_1, values: { [SECOND]: 'Vienna' } });
    expect(tab.state.draft.values).toEqual({ [SECOND]: 'Vienna' });
    expect((await openTab()).state.draft.values).toEqual({ [SECOND]: 'Vienna' });
  });

  it('stays in one tab when another tab fills in another field', async () => {
    const [tab, other] = [await openTab(), await openTab()];
    tab.fillTab(FIRST, 'Vienna');
    other.fillTab(SECOND, 'Austria');
    expect((await openTab()).state.draft.values).toEqual({ [FIRST]: 'Vienna', [SECOND]: 'Austria' });
  });
});

describe('what a witness enters on their own device', () => {
  const sender = { organization: 'Whitfield & Crane LLP' };
  const WITNESS: SigningRoom = { state: 'witness', sender, signer: 'Jane Doe', pages: [] };
  const ACT = {
    pages: [{ uuid: FIRST, sha256: 'hash of the signed page' }],
    name: 'Wanda Hall',
    address: '1 High Street',
    occupation: 'Teacher',
    is_present: true,
    style: 'dancing_script',
  } as const;
  const keptOf = () => [...stored.keys()].filter((key) => key.startsWith('counterpart-signing-witness-'));
  const enter = (tab: RoomStore) =>
    tab.editDraft({ witness: { ...tab.state.draft.witness, name: 'Wanda Hall' } });

  it('is there after a reload, and is deleted once it is sent', async () => {
    server.instead = WITNESS;
    enter(await openTab());
    const again = await openTab();
    expect(again.state.draft.witness.name).toBe('Wanda Hall');
    server.instead = { state: 'witnessed', sender };
    await again.act({ name: 'witness', body: { ...ACT, pages: [...ACT.pages] } });
    expect(keptOf()).toEqual([]);
  });

  it('is deleted once the link no longer opens anything', async () => {
    server.instead = WITNESS;
    enter(await openTab());
    expect(keptOf()).toHaveLength(1);
    server.instead = { state: 'witness_ended', sender };
    await openTab();
    expect(keptOf()).toEqual([]);
  });
});

describe('a packet that ended before the pages signed on this device reached the server', () => {
  const sender = { organization: 'Whitfield & Crane LLP' };
  const signOffline = async () => {
    const tab = await openTab();
    server.isDown = true;
    await tab.sign(PAGE_1);
    await tab.sign(PAGE_2);
    await tab.finish();
    server.isDown = false;
    return tab;
  };
  const keptPages = () => [...stored.keys()].filter((key) => key.includes('/page/'));

  it.each(['cancelled', 'expired', 'superseded'] as const)(
    'counts those pages if the packet is %s, and forgets them',
    async (state) => {
      const tab = await signOffline();
      server.instead = { state, sender };
      await vi.advanceTimersByTimeAsync(RETRY);
      expect(tab.state).toMatchObject({ room: { state }, unreceived: 2 });
      expect(keptPages()).toEqual([]);
      await tab.load();
      expect(tab.state.unreceived).toBe(2);
      expect((await openTab()).state.unreceived).toBe(0);
    },
  );

  it('counts them after a reload, too', async () => {
    await signOffline();
    server.instead = { state: 'expired', sender };
    expect((await openTab()).state.unreceived).toBe(2);
  });

  it('leaves out pages that had already reached the server', async () => {
    const tab = await openTab();
    await tab.sign(PAGE_1);
    server.isDown = true;
    await tab.sign(PAGE_2);
    server.isDown = false;
    server.instead = { state: 'cancelled', sender };
    await vi.advanceTimersByTimeAsync(RETRY);
    expect(tab.state.unreceived).toBe(1);
  });

  it('keeps them if the server was updated and sends a state that this page doesn’t know', async () => {
    const tab = await signOffline();
    server.instead = JSON.parse('{"state": "archived"}');
    await vi.advanceTimersByTimeAsync(RETRY);
    expect(tab.state.room?.state).toBe('archived');
    server.instead = null;
    await openTab();
    expect([...server.signed]).toEqual([FIRST, SECOND]);
  });

  it('keeps them for a newer link to the same packet', async () => {
    await signOffline();
    server.instead = { state: 'replaced', sender };
    expect((await openTab()).state.unreceived).toBe(2);
    server.instead = null;
    await openTab(LATER_LINK);
    expect([...server.signed]).toEqual([FIRST, SECOND]);
    server.instead = { state: 'replaced', sender };
    expect((await openTab()).state.unreceived).toBe(0);
  });

  it('has nothing to count if the signatory declined', async () => {
    const tab = await signOffline();
    server.instead = { state: 'declined', sender };
    await tab.act({ name: 'decline', body: { reason: 'I left the company.' } });
    expect(tab.state.unreceived).toBe(0);
    expect(keptPages()).toEqual([]);
  });
});

it('finishes after the pages are sent, once the server can be reached again', async () => {
  const tab = await openTab();
  server.isDown = true;
  await tab.sign(PAGE_1);
  await tab.sign(PAGE_2);
  await tab.finish();
  expect(tab.state.draft.finishedAt).not.toBeNull();
  server.isDown = false;
  await vi.advanceTimersByTimeAsync(RETRY);
  expect(server.calls.slice(-2).map(({ path }) => path)).toEqual(['sign', 'finish']);
  expect(tab.state.room?.state).toBe('completed');
  expect(tab.state.draft).toEqual(new DraftStore(null).read());
});

it('shows pages only with their pictures after a failed load', async () => {
  const before = await openTab();
  server.isDown = true;
  await before.sign(PAGE_1);
  const tab = await openTab();
  expect(tab.state.room).toBeNull();
  server.isDown = false;
  await vi.advanceTimersByTimeAsync(RETRY);
  const { room } = tab.state;
  expect(room?.state === 'open' && room.pages.map(({ svg }) => svg)).toEqual(['<svg/>', '<svg/>']);
});
