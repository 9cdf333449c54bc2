import type { SigningRoom } from '../contract/entities/signing/signing-room.ts';
import { mergeRoom, stillPending } from './merge-room.ts';
import { actInRoom, readRoom, type RoomAct, type RoomAnswer } from './room-calls.ts';
import {
  EMPTY_DRAFT,
  forgetDraft,
  keepDraft,
  packetOfLink,
  readDraft,
  rememberPacket,
  restoreDraft,
  utcOffsetNow,
  type PendingPage,
  type RoomDraft,
} from './room-draft.ts';

/** How often what was signed on this device is sent again while the server can't be reached. Milliseconds. */
export const RETRY = 10_000;
/** How often, and how many times, the room asks whether the signed PDF has been made. Milliseconds. */
const FILE_RETRY = 4000;
const FILE_RETRIES = 30;

export interface RoomState {
  room: SigningRoom | null;
  draft: RoomDraft;
  /** What went wrong last, in a sentence. */
  problem: string | null;
  isBusy: boolean;
  /** The server could not be reached at the last attempt. */
  isOffline: boolean;
}

const OFFLINE = 'We can’t reach the server. Check your connection and try again.';

/** The room of a link: what the server says, what was filled in on this device, and what the signatory does. */
export class RoomStore {
  state: RoomState;
  readonly #token: string;
  #packet: string | null;
  #calls = 0;
  #failure: Exclude<RoomAnswer['kind'], 'room'> | null = null;
  #filesAsked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(token: string) {
    this.#token = token;
    this.#packet = packetOfLink(token);
    const draft = this.#kept() ?? EMPTY_DRAFT;
    this.state = { room: null, draft, problem: null, isBusy: false, isOffline: false };
  }

  /** Loads the room at the first subscriber. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) {
      globalThis.addEventListener('online', this.#resume);
      if (this.state.room === null && !this.state.isBusy) void this.load();
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      globalThis.removeEventListener('online', this.#resume);
      clearTimeout(this.#timer);
    };
  };

  readonly getState = (): RoomState => this.state;

  readonly load = (): Promise<void> => this.#busy(() => this.#load());

  /** Changes what is filled in. */
  readonly editDraft = (filled: Partial<RoomDraft>): void => this.#edit(filled);

  /** Fills in a field of a page. */
  readonly fillTab = (tab: string, value: string): void =>
    this.#change((before) => ({ ...before, values: { ...before.values, [tab]: value } }));

  /** @returns whether the server did it */
  readonly act = (what: RoomAct): Promise<boolean> =>
    this.#busy(async () => {
      if (what.name === 'decline') return this.#decline(what);
      if (what.name === 'unlock') return this.#open(await actInRoom(this.#token, what, instant()));
      return (await this.#flush()) && this.#take(await actInRoom(this.#token, what, instant()));
    });

  /** A signatory who declines doesn't want their unsent pages to be signed. If it fails, they are still there. */
  async #decline(what: RoomAct): Promise<boolean> {
    const { pending } = this.state.draft;
    this.#edit({ pending: [], finishedAt: null });
    const isDone = this.#take(await actInRoom(this.#token, what, instant()));
    if (!isDone) this.#edit({ pending });
    return isDone;
  }

  /** Signs a page on this device, with what was filled in on it, and sends it, now or when the server can be reached. */
  readonly sign = async ({
    uuid,
    sha256,
    values,
    signature,
  }: Pick<PendingPage, 'uuid' | 'sha256' | 'values' | 'signature'>): Promise<void> => {
    const page = { uuid, sha256, values, signature, at: instant(), utcOffset: utcOffsetNow() };
    this.#change((before) => ({
      ...before,
      pending: [...before.pending.filter((each) => each.uuid !== uuid), page],
    }));
    await this.#flush();
  };

  /** Hands in the signed pages, now or when the server can be reached. */
  readonly finish = (): Promise<boolean> => {
    this.#edit({ finishedAt: instant() });
    return this.#busy(() => this.#flush());
  };

  async #load(): Promise<void> {
    await this.#open(await readRoom(this.#token));
  }

  /** @returns whether the room could be read */
  async #open(answer: RoomAnswer): Promise<boolean> {
    if (answer.kind === 'room' && answer.room.state === 'open') await restoreDraft(answer.room.packet);
    if (!this.#take(answer)) return false;
    if (this.state.room?.state !== 'open') return true;
    this.#take(await actInRoom(this.#token, { name: 'viewed' }, instant()));
    await this.#flush();
    return true;
  }

  /** Sends the pages that were signed on this device, and then that the signatory finished. */
  async #flush(): Promise<boolean> {
    const { pending, finishedAt } = this.state.draft;
    const last = pending.at(-1);
    if (last) {
      const pages = pending.map(({ utcOffset, ...page }) => ({ ...page, utc_offset: utcOffset }));
      const body = { pages, sent_at: instant() };
      const answer = await actInRoom(this.#token, { name: 'sign', body }, last.at);
      // Pages that the server refuses are not signed: they have to be read and signed again.
      if (answer.kind === 'refused') {
        const refused = new Set(pages.map(({ uuid }) => uuid));
        this.#change((before) => ({
          ...before,
          pending: before.pending.filter(({ uuid }) => !refused.has(uuid)),
          finishedAt: null,
        }));
        await this.#refresh();
      }
      if (!this.#take(answer)) return false;
    }
    if (finishedAt === null || this.state.room?.state !== 'open') return true;
    const answer = await actInRoom(this.#token, { name: 'finish' }, finishedAt);
    if (answer.kind === 'refused') this.#edit({ finishedAt: null });
    return this.#take(answer);
  }

  /** Shows the room as it is on the server, where something differs from what was shown. */
  async #refresh(): Promise<void> {
    const answer = await readRoom(this.#token);
    if (answer.kind === 'room') this.#take(answer);
  }

  /** @returns whether the server did what was asked */
  #take(answer: RoomAnswer): boolean {
    this.#failure = answer.kind === 'room' ? null : answer.kind;
    const isOffline = this.#failure === 'unreachable';
    if (answer.kind === 'room') {
      const room = mergeRoom(this.state.room, answer.room);
      this.#set({ room, problem: null, isOffline });
      this.#keepUp(answer.room);
    } else {
      this.#set({ problem: answer.message ?? OFFLINE, isOffline });
    }
    this.#schedule();
    return answer.kind === 'room';
  }

  #keepUp(room: SigningRoom): void {
    if (room.state === 'open') {
      this.#packet = room.packet;
      rememberPacket(this.#token, room.packet);
      const draft = this.#kept() ?? this.state.draft;
      const pending = stillPending(room, draft.pending);
      // Browsers tell one tab of what another has kept a moment later: what doesn't change isn't written over it.
      if (pending.length < draft.pending.length) this.#change((before) => ({ ...before, pending }));
      else this.#set({ draft });
    } else if (isOver(room)) {
      if (this.#packet !== null) forgetDraft(this.#packet);
      this.#set({ draft: EMPTY_DRAFT });
    }
  }

  /** Changes the draft as it is kept, so that pages which were signed in another tab stay in it. */
  #change(update: (draft: RoomDraft) => RoomDraft): void {
    const draft = update(this.#kept() ?? this.state.draft);
    if (this.#packet !== null) keepDraft(this.#packet, draft);
    this.#set({ draft });
  }

  #edit(filled: Partial<RoomDraft>): void {
    this.#change((before) => ({ ...before, ...filled }));
  }

  #kept(): RoomDraft | null {
    return this.#packet === null ? null : readDraft(this.#packet);
  }

  readonly #resume = (): void => {
    clearTimeout(this.#timer);
    const { room, draft } = this.state;
    if (room?.state === 'completed') return void this.#load();
    const hasUnsent = draft.pending.length > 0 || draft.finishedAt !== null;
    // Only a room that was read has the pictures of its pages.
    if (room === null) void this.load();
    else if (hasUnsent) void this.#flush();
  };

  #schedule(): void {
    clearTimeout(this.#timer);
    const { room, draft } = this.state;
    const hasUnsent = draft.pending.length > 0 || draft.finishedAt !== null;
    if (room?.state === 'completed') {
      if (room.has_file || room.on_paper || this.#filesAsked >= FILE_RETRIES) return;
      this.#filesAsked += 1;
      this.#timer = setTimeout(this.#resume, FILE_RETRY);
    } else if (hasUnsent && (this.#failure === 'unreachable' || this.#failure === 'later')) {
      this.#timer = setTimeout(this.#resume, RETRY);
    }
  }

  async #busy<T>(work: () => Promise<T>): Promise<T> {
    this.#calls += 1;
    this.#set({ isBusy: true });
    try {
      return await work();
    } finally {
      this.#calls -= 1;
      this.#set({ isBusy: this.#calls > 0 });
    }
  }

  #set(change: Partial<RoomState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.#listeners) listener();
  }
}

/** Whether nothing that was signed on this device can be sent any more, by any link. */
function isOver({ state }: SigningRoom): boolean {
  return state !== 'open' && state !== 'locked' && state !== 'expired' && state !== 'replaced';
}

function instant(): string {
  return new Date().toISOString();
}
