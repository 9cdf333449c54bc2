import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CONTRACT_HEADER } from '../../contract/version.ts';
import type { SigningRoom } from '../../contract/entities/signing/signing-room.ts';
import { LINK, memoryStorage, RoomServer } from '../../../tests/support/signing/room-server.ts';
import type { SendResult } from '../paper/send-file.ts';
import { UploadQueue } from '../paper/upload-queue.ts';
import { forgetFiles, keepFile, readKeptFiles } from './kept-files.ts';
import { RoomStore } from './room-store.ts';

const PACKET = 'p';

afterEach(async () => {
  vi.unstubAllGlobals();
  await forgetFiles(PACKET);
});

const UNREACHABLE: SendResult = { kind: 'unsent', isUploaded: false };

/** Opens the room's page, as after a reload. Everything it sends has this result. */
async function openPage(result: SendResult | Promise<SendResult>, { hasAccessCode = false } = {}) {
  const sent: string[] = [];
  const queue = new UploadQueue(LINK, async ({ name, file }) => {
    sent.push(`${name}: ${await file.text()}`);
    return result;
  });
  await queue.keepUnder(PACKET, { hasAccessCode });
  return { queue, sent };
}

const photo = (name: string) => new File(['a photo'], name, { type: 'image/jpeg' });
const add = (queue: UploadQueue, ...files: File[]) =>
  queue.add(files, { nameOf: ({ name }) => name, isTaken: true });
const kept = async () => (await readKeptFiles(PACKET)).map(({ name }) => name);

/** Chooses a photo and uses it straightened. Resolves once it is stored on the device. */
async function useStraightened(queue: UploadQueue, name: string): Promise<void> {
  add(queue, photo(name));
  queue.use(queue.state.at(-1)?.uuid ?? '', new Blob(['straightened'], { type: 'image/jpeg' }));
  const last = async () => (await readKeptFiles(PACKET)).at(-1);
  await expect.poll(last).toMatchObject({ name, isChecked: true });
}

describe('unsent photos', () => {
  it('are sent after a reload, in the form that the signatory chose, and only once', async () => {
    await useStraightened((await openPage(UNREACHABLE)).queue, '1.jpg');
    const later = await openPage({ kind: 'sent' });
    await expect.poll(() => later.queue.state).toEqual([]);
    expect(later.sent).toEqual(['1.jpg: straightened']);
    await expect.poll(kept).toEqual([]);
    expect((await openPage({ kind: 'sent' })).sent).toEqual([]);
  });

  it('still need to be checked after a reload, if they weren’t checked before', async () => {
    add((await openPage(UNREACHABLE)).queue, photo('1.jpg'), photo('2.jpg'));
    await expect.poll(kept).toEqual(['1.jpg', '2.jpg']);
    const { queue, sent } = await openPage({ kind: 'sent' });
    expect(queue.state).toMatchObject([
      { name: '1.jpg', state: 'unchecked', isTaken: true },
      { name: '2.jpg', state: 'unchecked', isTaken: true },
    ]);
    expect(sent).toEqual([]);
  });

  it('are deleted from the device when they are removed', async () => {
    const { queue } = await openPage(UNREACHABLE);
    await useStraightened(queue, '1.jpg');
    add(queue, photo('2.jpg'));
    await expect.poll(kept).toEqual(['1.jpg', '2.jpg']);
    queue.remove(queue.state.at(-1)?.uuid ?? '');
    await expect.poll(kept).toEqual(['1.jpg']);
  });

  it('stay if the server refuses them, and are sent through a newer link to the packet', async () => {
    const { queue } = await openPage({ kind: 'refused', problem: 'This link no longer accepts pages.' });
    await useStraightened(queue, '1.jpg');
    await expect.poll(() => queue.state).toMatchObject([{ name: '1.jpg', state: 'refused' }]);
    const later = await openPage({ kind: 'sent' });
    await expect.poll(() => later.sent).toEqual(['1.jpg: straightened']);
    await expect.poll(kept).toEqual([]);
  });

  it('aren’t stored if the device can tell that they are unreadable', async () => {
    const { queue } = await openPage(UNREACHABLE);
    add(queue, photo('1.heic'));
    await useStraightened(queue, '2.jpg');
    expect(await kept()).toEqual(['2.jpg']);
  });

  it('aren’t kept if the packet has an access code', async () => {
    const { queue } = await openPage(UNREACHABLE, { hasAccessCode: true });
    add(queue, photo('1.jpg'));
    const later = await openPage(UNREACHABLE);
    await useStraightened(later.queue, '2.jpg');
    expect(await kept()).toEqual(['2.jpg']);
  });
});

describe('the room of a packet that is signed on paper', () => {
  const sender = { organization: 'Whitfield & Crane LLP' };
  const paper: SigningRoom = {
    state: 'paper',
    packet: PACKET,
    sender,
    deal: 'Project Rowan',
    signer: 'Jane Doe',
    message: '',
    instructions: '',
    expires_at: '2027-01-24T10:00:00Z',
    has_access_code: false,
    documents: [],
    num_pages: 1,
    pages: [],
    files: [],
  };
  const completed: SigningRoom = {
    state: 'completed',
    packet: PACKET,
    sender,
    completed_at: '2026-11-24T10:00:00Z',
    has_file: false,
    file_expired: false,
    on_paper: true,
    files: [],
    has_access_code: false,
    is_released: false,
  };
  let server: RoomServer;

  beforeEach(() => {
    server = new RoomServer();
    vi.stubGlobal('fetch', server.fetch);
    vi.stubGlobal('localStorage', memoryStorage(new Map()));
    vi.stubGlobal('addEventListener', () => {});
    vi.stubGlobal('removeEventListener', () => {});
  });

  async function openRoom(room: SigningRoom): Promise<void> {
    server.instead = room;
    const store = new RoomStore(LINK);
    const close = store.subscribe(() => {});
    await expect.poll(() => store.state).toMatchObject({ room: { state: room.state }, isBusy: false });
    close();
  }

  async function openedOffline(): Promise<SigningRoom | null> {
    const store = new RoomStore(LINK);
    const close = store.subscribe(() => {});
    await expect.poll(() => store.state).toMatchObject({ isBusy: false, isOffline: true });
    close();
    return store.state.room;
  }

  it('opens again without a network as it was, and is read again once there is one', async () => {
    await openRoom(paper);
    server.isDown = true;
    const store = new RoomStore(LINK);
    const close = store.subscribe(() => {});
    await expect.poll(() => store.state).toMatchObject({ room: paper, isBusy: false, isOffline: true });
    expect(Date.parse(store.state.keptAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
    server.isDown = false;
    server.instead = completed;
    await store.load();
    expect(store.state).toMatchObject({ room: completed, keptAt: null });
    close();
    server.isDown = true;
    expect(await openedOffline()).toBeNull();
  });

  it('isn’t kept if its packet has an access code', async () => {
    await openRoom({ ...paper, has_access_code: true });
    server.isDown = true;
    expect(await openedOffline()).toBeNull();
  });

  it('keeps photos until its link no longer works, even if the room was opened again', async () => {
    await openRoom(paper);
    await useStraightened((await openPage(UNREACHABLE)).queue, '1.jpg');
    await openRoom({ state: 'cancelled', sender });
    await expect.poll(kept).toEqual([]);
  });

  it('keeps photos while the link still accepts files', async () => {
    await openRoom(paper);
    await useStraightened((await openPage(UNREACHABLE)).queue, '1.jpg');
    await openRoom(completed);
    expect(await kept()).toEqual(['1.jpg']);
    await openRoom({ ...completed, files: null });
    await expect.poll(kept).toEqual([]);
  });

  it('forgets photos when the link of a packet ends that was completed when it was first opened here', async () => {
    await openRoom(completed);
    await useStraightened((await openPage(UNREACHABLE)).queue, '1.jpg');
    await openRoom({ state: 'cancelled', sender });
    await expect.poll(kept).toEqual([]);
  });

  it('forgets photos after 60 days, when any room is opened on the device', async () => {
    const DAY = 86_400_000;
    const about = { file: photo('a photo'), isTaken: true, isChecked: true };
    await keepFile(PACKET, { ...about, uuid: 'a', name: 'old', chosenAt: Date.now() - 61 * DAY });
    await keepFile(PACKET, { ...about, uuid: 'b', name: 'newer', chosenAt: Date.now() - 59 * DAY });
    expect(await kept()).toEqual(['old', 'newer']);
    const close = new RoomStore('A-link-of-another-packet').subscribe(() => {});
    await expect.poll(kept).toEqual(['newer']);
    close();
  });

  it('forgets photos when the server no longer knows the link', async () => {
    await openRoom(paper);
    await useStraightened((await openPage(UNREACHABLE)).queue, '1.jpg');
    const unknown = { status: 404, headers: { [CONTRACT_HEADER]: '8' } };
    vi.stubGlobal('fetch', async () => Response.json({ error_message: 'Unknown link.' }, unknown));
    await new RoomStore(LINK).load();
    expect(await kept()).toEqual([]);
  });
});
