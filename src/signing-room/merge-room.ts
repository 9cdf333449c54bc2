import type { OpenRoom, RoomPage, SigningRoom } from '../contract/entities/signing-room.ts';
import type { TabValues } from '../contract/rules/signing/fill-tabs.ts';
import { needsSigner } from '../contract/rules/signing/packet-sheet.ts';
import { signingDay } from '../contract/rules/signing/signing-time.ts';
import type { PendingPage, RoomDraft } from './room-draft.ts';

/** Returns the room from a response, with the pictures that are already loaded: responses to acts have none. */
export function mergeRoom(before: SigningRoom | null, now: SigningRoom): SigningRoom {
  if (now.state !== 'open' || before?.state !== 'open') return now;
  const pictures = new Map(before.pages.map(({ uuid, svg }) => [uuid, svg]));
  const pages = now.pages.map((page) =>
    page.svg === '' ? { ...page, svg: pictures.get(page.uuid) ?? '' } : page,
  );
  return { ...now, pages };
}

/** The pages that the signatory signs, or fills in. */
export function pagesToSign({ pages }: OpenRoom): RoomPage[] {
  return pages.filter(needsSigner);
}

/** Returns whether a page is signed, on the server or on this device. */
export function isSigned({ uuid, signed }: RoomPage, pending: readonly PendingPage[]): boolean {
  return signed !== null || pending.some((each) => each.uuid === uuid);
}

/** The pages that are signed on this device but not yet on the server. */
export function stillPending(room: SigningRoom, pending: readonly PendingPage[]): PendingPage[] {
  if (room.state !== 'open') return [];
  const open = new Set(room.pages.flatMap(({ uuid, signed }) => (signed === null ? [uuid] : [])));
  return pending.filter(({ uuid }) => open.has(uuid));
}

/** What is entered on a page: on the server or, until it has arrived there, on this device. The team may have filled in fields beforehand. */
export function entriesOf({ uuid, tabs, signed }: RoomPage, { values, pending }: RoomDraft): Entries {
  if (signed) return signed;
  const sent = pending.find((page) => page.uuid === uuid);
  if (sent) return { values: sent.values, day: signingDay(new Date(sent.at), sent.utcOffset) };
  const filled = tabs.map((tab) => [tab.uuid, values[tab.uuid] ?? tab.value ?? ''] as const);
  return { values: Object.fromEntries(filled), day: '' };
}

export interface Entries {
  readonly values: TabValues;
  /** The date of signing; empty before it. */
  readonly day: string;
}
