import type { OpenRoom, RoomPage, SigningRoom } from '../contract/entities/signing-room.ts';
import type { PendingPage } from './room-draft.ts';

/** Returns the room from a response, with the pictures that are already loaded: responses to acts have none. */
export function mergeRoom(before: SigningRoom | null, now: SigningRoom): SigningRoom {
  if (now.state !== 'open' || before?.state !== 'open') return now;
  const pictures = new Map(before.pages.map(({ uuid, svg }) => [uuid, svg]));
  const pages = now.pages.map((page) =>
    page.svg === '' ? { ...page, svg: pictures.get(page.uuid) ?? '' } : page,
  );
  return { ...now, pages };
}

/** The pages that still have to be signed. */
export function pagesToSign({ pages }: OpenRoom): RoomPage[] {
  return pages.filter(({ assignments }) => assignments.length > 0);
}

/** Returns whether a page is signed, on the server or on this device. */
export function isSigned({ uuid, assignments }: RoomPage, pending: readonly PendingPage[]): boolean {
  return (
    assignments.every(({ signed_at }) => signed_at !== null) || pending.some((each) => each.uuid === uuid)
  );
}

/** The pages that are signed on this device but not yet on the server. */
export function stillPending(room: SigningRoom, pending: readonly PendingPage[]): PendingPage[] {
  if (room.state !== 'open') return [];
  const open = new Set(
    room.pages
      .filter(({ assignments }) => assignments.some(({ signed_at }) => signed_at === null))
      .map(({ uuid }) => uuid),
  );
  return pending.filter(({ uuid }) => open.has(uuid));
}
