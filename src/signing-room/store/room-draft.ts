import type { TypedStyle } from '../../contract/entities/signing/signing-room.ts';
import type { TabValues } from '../../contract/rules/signing/fields/fill-tabs.ts';
import type { Stroke } from '../../contract/rules/signing/fields/strokes.ts';
import { KeptEntries } from './kept-entries.ts';

/** A page that was signed on this device, but is not signed on the server yet. */
export interface PendingPage {
  /** Identifies the signing, because two tabs can sign the same page. */
  act: string;
  uuid: string;
  sha256: string;
  /** The values of its fields. */
  values: TabValues;
  /** The hash of the signature that it showed. Pages signed with an older version of the app have none. */
  signature?: string | undefined;
  at: string;
  /** The device's offset from UTC, in minutes. */
  utcOffset: number;
}

/** The signatory's input other than the fields of pages. */
export interface Answers {
  name: string | null;
  style: TypedStyle;
  initials: string | null;
  /** How the signature is made. A drawing or picture is kept even if the signatory decides to type. */
  way: 'type' | 'draw' | 'picture';
  drawing: { readonly signature: readonly Stroke[]; readonly initials: readonly Stroke[] };
  /** The chosen pictures, in base64. */
  picture: { readonly signature: string | null; readonly initials: string | null };
  reason: string;
  /** The person who should sign instead, if the pages aren't for this signatory. */
  instead: { readonly name: string; readonly email: string; readonly note: string };
  /** The hashes of the whole documents that were opened on this device, by item. */
  opened: Readonly<Record<string, string>>;
  /** What the witness enters on this device. It is removed once it has been sent. */
  witness: WitnessDraft;
}

export interface WitnessDraft {
  readonly name: string;
  readonly address: string;
  readonly occupation: string;
  readonly isDrawn: boolean;
  readonly strokes: readonly Stroke[];
}

export const NO_WITNESS: WitnessDraft = {
  name: '',
  address: '',
  occupation: '',
  isDrawn: false,
  strokes: [],
};

/** The signatory's input, stored on this device until it is sent. */
export interface RoomDraft extends Answers {
  /** The values of fields on unsigned pages, by field. */
  values: TabValues;
  /** The pages that were shown, with the hash of what was shown. */
  seen: Readonly<Record<string, string>>;
  /** The signed pages, in order. A page is listed twice if two tabs signed it. */
  pending: readonly PendingPage[];
  /** When the signatory finished, if the server hasn't received that yet. */
  finishedAt: string | null;
}

const NOTHING_DRAWN: Answers['drawing'] = { signature: [], initials: [] };

/**
 * Drafts are stored by packet, because a reminder brings a different link to the same packet. Until the server responds, this
 * key maps a link to its packet.
 */
const keyOfLink = (token: string) => `counterpart-signing-link-${token.slice(0, 12)}`;

/** Returns the packet that a link opened on this device before; null if unknown. */
export function packetOfLink(token: string): string | null {
  try {
    return localStorage.getItem(keyOfLink(token));
  } catch {
    return null;
  }
}

export function rememberPacket(token: string, packet: string): void {
  try {
    localStorage.setItem(keyOfLink(token), packet);
  } catch {
    // The next visit must wait for the server.
  }
}

const FIELD = 'field/';
const PAGE = 'page/';
const SEEN = 'seen/';
const FINISHED = 'finished';

/** The draft of a packet on this device. Tabs share it, so each action adds or removes only its own entries. */
export class DraftStore {
  readonly #entries: KeptEntries;

  constructor(packet: string | null) {
    this.#entries = new KeptEntries(packet);
  }

  read(): RoomDraft {
    const kept = this.#entries.all();
    const named = (prefix: string) =>
      [...kept].flatMap(([name, value]) =>
        name.startsWith(prefix) ? [[name.slice(prefix.length), value] as const] : [],
      );
    const finishedAt = kept.get(FINISHED);
    return {
      ...answersIn(Object.fromEntries(kept)),
      values: valuesIn(Object.fromEntries(named(FIELD))),
      seen: valuesIn(Object.fromEntries(named(SEEN))),
      pending: named(PAGE)
        .flatMap(([act, value]) => pendingIn(act, value))
        .toSorted((one, other) => one.at.localeCompare(other.at)),
      finishedAt: typeof finishedAt === 'string' ? finishedAt : null,
    };
  }

  answer(answers: Partial<Answers>): void {
    for (const [name, value] of Object.entries(answers)) this.#entries.put(name, value);
  }

  fill(tab: string, value: string): void {
    this.#entries.put(`${FIELD}${tab}`, value);
  }

  see({ uuid, sha256 }: Pick<PendingPage, 'uuid' | 'sha256'>): void {
    this.#entries.put(`${SEEN}${uuid}`, sha256);
  }

  addPage({ act, ...page }: PendingPage): void {
    this.#entries.put(`${PAGE}${act}`, page);
  }

  removePages(pages: readonly PendingPage[]): void {
    for (const { act } of pages) this.#entries.remove(`${PAGE}${act}`);
  }

  finish(at: string): void {
    this.#entries.put(FINISHED, at);
  }

  unfinish(): void {
    this.#entries.remove(FINISHED);
  }

  forget(): void {
    this.#entries.removeAll();
  }

  /** Resolves once everything is on disk, as far as this browser can store it. */
  saved(): Promise<void> {
    return this.#entries.saved();
  }

  /** Restores what the browser hadn't written to disk when it was closed. `onLate` is called if something is restored later. */
  restore(onLate: () => void = () => {}): Promise<void> {
    return this.#entries.restore(onLate);
  }

  /** Returns whether a key of `localStorage` belongs to this draft. */
  has(key: string | null): boolean {
    return this.#entries.has(key);
  }
}

/** Returns a unique id for a signing. */
export function newAct(): string {
  const [one = 0, two = 0] = crypto.getRandomValues(new Uint32Array(2));
  return `${one.toString(36)}-${two.toString(36)}`;
}

function answersIn(kept: Partial<Record<keyof Answers, unknown>>): Answers {
  const { name, style, initials, way, drawing, picture, reason, instead, opened, witness } = kept;
  return {
    name: typeof name === 'string' ? name : null,
    style: style === 'dancing_script' || style === 'tinos_italic' ? style : 'caveat',
    initials: typeof initials === 'string' ? initials : null,
    way: way === 'draw' || way === 'picture' ? way : 'type',
    drawing: drawingIn(drawing),
    picture: pictureIn(picture),
    reason: typeof reason === 'string' ? reason : '',
    instead: insteadIn(instead),
    opened: valuesIn(opened),
    witness: witnessIn(witness),
  };
}

function pendingIn(act: string, kept: unknown): PendingPage[] {
  if (typeof kept !== 'object' || kept === null) return [];
  const { uuid, sha256, values, signature, at, utcOffset }: Partial<Record<keyof PendingPage, unknown>> =
    kept;
  if (typeof uuid !== 'string' || typeof sha256 !== 'string' || typeof at !== 'string') return [];
  const offset = typeof utcOffset === 'number' ? utcOffset : utcOffsetNow();
  const shown = typeof signature === 'string' ? signature : undefined;
  return [{ act, uuid, sha256, values: valuesIn(values), signature: shown, at, utcOffset: offset }];
}

function insteadIn(kept: unknown): RoomDraft['instead'] {
  const { name = '', email = '', note = '' } = valuesIn(kept);
  return { name, email, note };
}

function witnessIn(kept: unknown): WitnessDraft {
  if (typeof kept !== 'object' || kept === null) return NO_WITNESS;
  const { name = '', address = '', occupation = '' } = valuesIn(kept);
  const { isDrawn, strokes }: Partial<Record<'isDrawn' | 'strokes', unknown>> = kept;
  return { name, address, occupation, isDrawn: isDrawn === true, strokes: strokesIn(strokes) };
}

function drawingIn(kept: unknown): Answers['drawing'] {
  if (typeof kept !== 'object' || kept === null) return NOTHING_DRAWN;
  const { signature, initials }: Partial<Record<'signature' | 'initials', unknown>> = kept;
  return { signature: strokesIn(signature), initials: strokesIn(initials) };
}

function pictureIn(kept: unknown): Answers['picture'] {
  const { signature = null, initials = null } = valuesIn(kept);
  return { signature, initials };
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

/** Returns the device's offset from UTC, in minutes. */
export function utcOffsetNow(): number {
  return 0 - new Date().getTimezoneOffset();
}
