import type { OpenRoom, PaperRoom, SigningRoom } from '../../contract/entities/signing/signing-room.ts';
import { withDone } from './merge-room.ts';
import { forgetAll, inDatabase } from './room-database.ts';

/** The server's last response about a packet, and when it came. */
export interface KeptRoom {
  room: OpenRoom | PaperRoom;
  at: string;
}

/**
 * A different version of this page may expect other fields of a room. The file name of a build includes a hash of its content.
 */
const BUILD = new URL(import.meta.url).pathname;

const FRAME = 'frame';
const PICTURES = 'pictures';

/**
 * Stores a room, so that it can be read and signed without a network. The pictures are stored separately, because they are
 * large and never change.
 * @param at when the server sent the room
 * @param readAt when the room was requested; null for the response to an action. If another tab has stored something since
 * then, what was done there stays done.
 */
export async function keepRoom(room: OpenRoom | PaperRoom, at: string, readAt: string | null): Promise<void> {
  if (room.state === 'paper') {
    await inDatabase('rooms', 'readwrite', (rooms) => [
      rooms.put({ room, at, build: BUILD }, [room.packet, FRAME]),
    ]);
    return;
  }
  const pictures = Object.fromEntries(room.pages.map(({ uuid, svg }) => [uuid, svg]));
  const frame = { ...room, pages: room.pages.map((page) => ({ ...page, svg: '' })) };
  await inDatabase('rooms', 'readwrite', (rooms) => {
    const before = rooms.get([room.packet, PICTURES]);
    before.addEventListener('success', () => {
      if (!hasAll(before.result, pictures)) rooms.put(pictures, [room.packet, PICTURES]);
    });
    const kept = rooms.get([room.packet, FRAME]);
    kept.addEventListener('success', () => {
      const isOlder = isFrame(kept.result) && (readAt === null || kept.result.at >= readAt);
      const before = isOlder ? kept.result.room : null;
      const now = before?.state === 'open' ? withDone(frame, before) : frame;
      rooms.put({ room: now, at, build: BUILD }, [room.packet, FRAME]);
    });
    return [];
  });
}

/** Returns the stored room; null if this version of the page can't show it, or if its link has expired. */
export async function readKeptRoom(packet: string, now: Date): Promise<KeptRoom | null> {
  const read = await inDatabase('rooms', 'readonly', (rooms) => [
    rooms.get([packet, FRAME]),
    rooms.get([packet, PICTURES]),
  ]);
  const [frame, pictures] = read ?? [];
  if (!isFrame(frame)) return null;
  const { room, at } = frame;
  if (Date.parse(room.expires_at) <= now.getTime()) {
    await forgetRoom(packet);
    return null;
  }
  if (room.state === 'paper') return { room, at };
  if (typeof pictures !== 'object' || pictures === null) return null;
  const known = new Map<string, unknown>(Object.entries(pictures));
  const pages = room.pages.map((page) => {
    const svg = known.get(page.uuid);
    return { ...page, svg: typeof svg === 'string' ? svg : '' };
  });
  return { room: { ...room, pages }, at };
}

export async function forgetRoom(packet: string): Promise<void> {
  await forgetAll('rooms', packet);
}

/** A person who doesn't know the code of a packet must not find its room on a device. */
export function mayKeep(room: SigningRoom): room is OpenRoom | PaperRoom {
  return (room.state === 'open' || room.state === 'paper') && !room.has_access_code;
}

/** The server checks rooms before it sends them, and the build shows that this page knows all of their fields. */
function isFrame(kept: unknown): kept is KeptRoom {
  return typeof kept === 'object' && kept !== null && 'build' in kept && kept.build === BUILD;
}

function hasAll(kept: unknown, pictures: Readonly<Record<string, string>>): boolean {
  if (typeof kept !== 'object' || kept === null) return false;
  const known = new Map<string, unknown>(Object.entries(kept));
  return Object.entries(pictures).every(([uuid, svg]) => svg === '' || known.get(uuid) === svg);
}
