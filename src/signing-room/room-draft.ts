import type { TypedStyle } from '../contract/entities/signing/signing-room.ts';
import type { TabValues } from '../contract/rules/signing/fill-tabs.ts';
import type { Stroke } from '../contract/rules/signing/strokes.ts';
import { forgetCopy, readCopy, saveCopy } from './draft-copy.ts';

/** A page that was signed on this device but that the server doesn't know as signed yet. */
export interface PendingPage {
  uuid: string;
  sha256: string;
  /** What was filled in on it. */
  values: TabValues;
  /** The hash of the signature that it showed. Pages that were signed before it was kept have none. */
  signature?: string | undefined;
  at: string;
  /** How far the device's local time was from UTC, in minutes. */
  utcOffset: number;
}

/** The signatory's input, kept on this device until it is sent. */
export interface RoomDraft {
  name: string | null;
  style: TypedStyle;
  initials: string | null;
  /** Whether the signature is drawn, not typed. What was drawn stays if the signatory types after all. */
  isDrawn: boolean;
  drawing: { readonly signature: readonly Stroke[]; readonly initials: readonly Stroke[] };
  /** What was filled in on pages that aren't signed yet, by the field. */
  values: TabValues;
  reason: string;
  /** Who should sign instead, if the pages aren't for this person. */
  instead: { readonly name: string; readonly email: string; readonly note: string };
  pending: readonly PendingPage[];
  /** When the signatory finished, if the server doesn't know it yet. */
  finishedAt: string | null;
}

export const EMPTY_DRAFT: RoomDraft = {
  name: null,
  style: 'caveat',
  initials: null,
  isDrawn: false,
  drawing: { signature: [], initials: [] },
  values: {},
  reason: '',
  instead: { name: '', email: '', note: '' },
  pending: [],
  finishedAt: null,
};

/**
 * The draft of a packet is kept by the packet, because a reminder brings another link to it. Until the server has answered, a link finds its
 * packet through this device.
 */
const keyOfLink = (token: string) => `counterpart-signing-link-${token.slice(0, 12)}`;
const keyOfPacket = (packet: string) => `counterpart-signing-${packet}`;

/** Returns the packet that a link opened on this device before; null if none is known. */
export function packetOfLink(token: string): string | null {
  return read(keyOfLink(token));
}

export function rememberPacket(token: string, packet: string): void {
  write(keyOfLink(token), packet);
}

/** Reads the draft of a packet. Null if this browser keeps none, or none that can be read. */
export function readDraft(packet: string): RoomDraft | null {
  try {
    const found: unknown = JSON.parse(read(keyOfPacket(packet)) ?? 'null');
    if (typeof found !== 'object' || found === null) return null;
    const {
      name,
      style,
      initials,
      isDrawn,
      drawing,
      values,
      reason,
      instead,
      pending,
      finishedAt,
    }: Partial<Record<keyof RoomDraft, unknown>> = found;
    return {
      name: typeof name === 'string' ? name : null,
      style: style === 'dancing_script' || style === 'tinos_italic' ? style : 'caveat',
      initials: typeof initials === 'string' ? initials : null,
      isDrawn: isDrawn === true,
      drawing: drawingIn(drawing),
      values: valuesIn(values),
      reason: typeof reason === 'string' ? reason : '',
      instead: insteadIn(instead),
      pending: Array.isArray(pending) ? pending.flatMap(pendingIn) : [],
      finishedAt: typeof finishedAt === 'string' ? finishedAt : null,
    };
  } catch {
    return null;
  }
}

export function keepDraft(packet: string, draft: RoomDraft): void {
  const change = Math.max(Date.now(), changeOf(packet) + 1);
  const text = JSON.stringify({ ...draft, change });
  write(keyOfPacket(packet), text);
  void saveCopy(packet, { text, change });
}

/** Brings back a draft that this browser hadn't written to the disk when it ended. */
export async function restoreDraft(packet: string): Promise<void> {
  const copy = await Promise.race([readCopy(packet), afterRestoring()]);
  if (copy !== null && copy.change > changeOf(packet)) write(keyOfPacket(packet), copy.text);
}

export function forgetDraft(packet: string): void {
  void forgetCopy(packet);
  try {
    localStorage.removeItem(keyOfPacket(packet));
  } catch {
    // There was none.
  }
}

/** A room never waits longer for a draft. Milliseconds. */
const RESTORING = 1000;

async function afterRestoring(): Promise<null> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(null), RESTORING);
  });
}

/** Returns the number of the last change of a draft; 0 if none is kept. */
function changeOf(packet: string): number {
  const text = read(keyOfPacket(packet));
  const [, change] = /"change":(\d+)\}$/.exec(text ?? '') ?? [];
  return Number(change ?? 0);
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Browsers inside mail programs may not save anything; then the draft lasts as long as the page. */
function write(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // The page itself still has it.
  }
}

/** Pages that were signed before entries existed have none. */
function pendingIn(kept: unknown): PendingPage[] {
  if (typeof kept !== 'object' || kept === null) return [];
  const { uuid, sha256, values, signature, at, utcOffset }: Partial<Record<keyof PendingPage, unknown>> =
    kept;
  if (typeof uuid !== 'string' || typeof sha256 !== 'string' || typeof at !== 'string') return [];
  const offset = typeof utcOffset === 'number' ? utcOffset : utcOffsetNow();
  const shown = typeof signature === 'string' ? signature : undefined;
  return [{ uuid, sha256, values: valuesIn(values), signature: shown, at, utcOffset: offset }];
}

function insteadIn(kept: unknown): RoomDraft['instead'] {
  const { name = '', email = '', note = '' } = valuesIn(kept);
  return { name, email, note };
}

function drawingIn(kept: unknown): RoomDraft['drawing'] {
  if (typeof kept !== 'object' || kept === null) return EMPTY_DRAFT.drawing;
  const { signature, initials }: Partial<Record<'signature' | 'initials', unknown>> = kept;
  return { signature: strokesIn(signature), initials: strokesIn(initials) };
}

function strokesIn(kept: unknown): Stroke[] {
  if (!Array.isArray(kept)) return [];
  return kept.flatMap((stroke) => (isStroke(stroke) ? [stroke] : []));
}

function isStroke(kept: unknown): kept is Stroke {
  return Array.isArray(kept) && kept.length > 0 && kept.every(isPoint);
}

function isPoint(kept: unknown): kept is Stroke[number] {
  return Array.isArray(kept) && kept.length === 3 && kept.every((each) => typeof each === 'number');
}

function valuesIn(kept: unknown): TabValues {
  if (typeof kept !== 'object' || kept === null) return {};
  return Object.fromEntries(
    Object.entries(kept).flatMap(([tab, value]) => (typeof value === 'string' ? [[tab, value]] : [])),
  );
}

/** How far the device's local time is from UTC, in minutes. */
export function utcOffsetNow(): number {
  return 0 - new Date().getTimezoneOffset();
}
