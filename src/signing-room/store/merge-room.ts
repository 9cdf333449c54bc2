import type { OpenRoom, RoomPage, SigningRoom } from '../../contract/entities/signing/signing-room.ts';
import type { TabValues } from '../../contract/rules/signing/fields/fill-tabs.ts';
import { needsSigner } from '../../contract/rules/signing/packets/packet-sheet.ts';
import { signingDay } from '../../contract/rules/signing/packets/signing-time.ts';
import type { PendingPage, RoomDraft } from './room-draft.ts';

/**
 * Returns the room from a response, with the pictures that are already loaded, because responses to actions contain none.
 * Responses may arrive out of order, so what any of them reports as done stays done.
 * @param isNewest whether no other response has come since the request
 */
export function mergeRoom(before: SigningRoom | null, now: SigningRoom, isNewest: boolean): SigningRoom {
  if (now.state !== 'open' || before === null) return now;
  const isRead = hasPictures(now) && isNewest;
  if (before.state === 'completed' && !isRead) return before;
  return before.state !== 'open' || isRead ? now : withDone(now, before);
}

/** Returns whether this is a full room rather than the response to an action. */
export function hasPictures({ pages }: OpenRoom): boolean {
  return pages.every(({ svg }) => svg !== '');
}

/** Returns the room from a response to an action, including what was done before. */
export function withDone(now: OpenRoom, before: OpenRoom): OpenRoom {
  const known = new Map(before.pages.map((page) => [page.uuid, page]));
  return {
    ...now,
    pages: now.pages.map((page) => {
      const earlier = known.get(page.uuid);
      return earlier ? withEarlier(page, earlier) : page;
    }),
    consented_at: now.consented_at ?? before.consented_at,
    adopted: now.adopted ?? before.adopted,
  };
}

function withEarlier(page: RoomPage, { svg, signed, assignments }: RoomPage): RoomPage {
  const signedAt = new Map(assignments.map(({ uuid, signed_at }) => [uuid, signed_at]));
  return {
    ...page,
    svg: page.svg || svg,
    signed: page.signed ?? signed,
    assignments: page.assignments.map((each) => ({
      ...each,
      signed_at: each.signed_at ?? signedAt.get(each.uuid) ?? null,
    })),
  };
}

/** Returns the pages that the signatory signs or fills in. */
export function pagesToSign({ pages }: OpenRoom): RoomPage[] {
  return pages.filter(needsSigner);
}

/** Returns whether a page is signed, on the server or on this device. */
export function isSigned({ uuid, signed }: RoomPage, pending: readonly PendingPage[]): boolean {
  return signed !== null || pending.some((each) => each.uuid === uuid);
}

/** Returns the pages that are signed on this device but not yet on the server. */
export function stillPending(room: SigningRoom, pending: readonly PendingPage[]): PendingPage[] {
  if (room.state !== 'open') return [];
  const open = new Set(room.pages.flatMap(({ uuid, signed }) => (signed === null ? [uuid] : [])));
  return pending.filter(({ uuid }) => open.has(uuid));
}

/**
 * Returns the entries on a page: from the server or, until it has them, from this device. The team may have filled in fields
 * beforehand.
 */
export function entriesOf({ uuid, tabs, signed }: RoomPage, { values, pending }: RoomDraft): Entries {
  if (signed) return signed;
  const sent = pending.find((page) => page.uuid === uuid);
  if (sent) return { values: sent.values, day: signingDay(new Date(sent.at), sent.utcOffset) };
  const filled = tabs.map((tab) => [tab.uuid, values[tab.uuid] ?? tab.value ?? ''] as const);
  return { values: Object.fromEntries(filled), day: '' };
}

export interface Entries {
  readonly values: TabValues;
  /** The date of signing; empty if the page isn't signed yet. */
  readonly day: string;
}
