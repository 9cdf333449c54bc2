import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { LINK, memoryStorage, RoomServer } from '../../tests/support/signing/room-server.ts';
import { showInDocument } from '../../tests/support/small-document.ts';
import { Later } from './later.tsx';
import { RoomContent, SigningRoom } from './signing-room.tsx';
import { RoomStore } from './store/room-store.ts';

const { loaded } = vi.hoisted(() => ({ loaded: new Set<string>() }));
vi.mock('./steps/decline-form.tsx', async (load) => {
  loaded.add('decline');
  return load();
});
vi.mock('./steps/delegate-form.tsx', async (load) => {
  loaded.add('delegate');
  return load();
});
vi.mock('./steps/signature-pad.tsx', async (load) => {
  loaded.add('pad');
  return load();
});
vi.mock('./rooms/ended-room.tsx', async (load) => {
  loaded.add('ended');
  return load();
});

let server: RoomServer;

beforeEach(() => {
  server = new RoomServer();
  vi.stubGlobal('fetch', server.fetch);
  vi.stubGlobal('localStorage', memoryStorage(new Map()));
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
  vi.stubGlobal('location', { host: 'counterpart.test' });
  // Runs after the room is closed.
  onTestFinished(() => void vi.unstubAllGlobals());
});

describe('the parts of the room that load on demand', () => {
  it('include the forms to decline and to name someone else, the pad and the last page, which are prefetched', async () => {
    const { click, text } = showInDocument(SigningRoom, { token: LINK });
    await expect.poll(text).toContain('This isn’t for me');
    const ahead = ['decline', 'delegate', 'ended', 'pad'];
    await expect.poll(() => [...loaded].toSorted()).toEqual(ahead);
    server.isDown = true;
    click('Decline to sign');
    await expect.poll(text).toContain('Whitfield & Crane LLP will see your reason.');
    click('Go back');
    await expect.poll(text).toContain('This isn’t for me');
    click('This isn’t for me');
    await expect.poll(text).toContain('Are these pages for someone else?');
  });

  it('take each other’s place: the last page is shown where the room asked for a code', async () => {
    const { state, load, editDraft, fillTab, act, see, sign, finish } = new RoomStore(LINK);
    const about = { token: LINK, handle: { ...state, load, editDraft, fillTab, act, see, sign, finish } };
    server.isNewDevice = true;
    const { show, text } = showInDocument(RoomContent, { ...about, room: server.room(true) });
    await expect.poll(text).toContain('j•••@alpha.test');
    server.isNewDevice = false;
    server.isFinished = true;
    show({ ...about, room: server.room(true) });
    await expect.poll(text).toContain('You have signed');
  });

  it('show an error if they can’t be loaded, and offer a way back', async () => {
    const load = async () => Promise.reject(new TypeError('Failed to fetch'));
    const onBack = vi.fn<() => void>();
    const { click, text } = showInDocument(Later, { load, props: {}, onBack });
    await expect.poll(text).toContain('This page couldn’t be loaded.');
    click('Go back');
    expect(onBack).toHaveBeenCalledOnce();
  });
});
