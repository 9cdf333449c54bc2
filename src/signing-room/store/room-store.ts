import type { SigningRoom } from '../../contract/entities/signing/signing-room.ts';
import { forgetFiles, forgetOldFiles } from './kept-files.ts';
import { forgetRoom, keepRoom, mayKeep, readKeptRoom } from './kept-room.ts';
import { hasPictures, mergeRoom, stillPending } from './merge-room.ts';
import { actInRoom, instant, readRoom, type RoomAct, type RoomAnswer } from '../room-calls.ts';
import {
  DraftStore,
  newAct,
  packetOfLink,
  rememberPacket,
  utcOffsetNow,
  type Answers,
  type PendingPage,
  type RoomDraft,
} from './room-draft.ts';

/** How often pages signed on this device are sent again while the server can't be reached, ms. */
export const RETRY = 10_000;
/** How long a room waits before it reloads after another tab has sent pages, ms. */
const REFRESH = 1000;
/** How often, in ms, and how many times the room polls whether the signed PDF has been created. */
const FILE_RETRY = 4000;
const FILE_RETRIES = 30;

export interface RoomState {
  room: SigningRoom | null;
  draft: RoomDraft;
  /** Pages that were just signed here and aren't on disk yet. They don't count as signed. */
  signing: readonly string[];
  /** The last error, as a sentence. */
  problem: string | null;
  isBusy: boolean;
  /** Whether the last attempt could not reach the server. */
  isOffline: boolean;
  /** When the server sent what is shown, if this room was opened without a network. */
  keptAt: string | null;
  /** How many pages were signed on this device but had not reached the server when the packet ended. */
  unreceived: number;
}

/** Events that only people cause. Email security scanners open rooms, too, and some run the page's scripts. */
const TOUCHES = ['pointerdown', 'keydown', 'wheel'];

const OFFLINE = 'We can’t reach the server. Check your connection and try again.';

/** The room of a link: the server's state, the input on this device, and the signatory's actions. */
export class RoomStore {
  state: RoomState;
  readonly #token: string;
  #packet: string | null;
  #drafts: DraftStore;
  #isDeclining = false;
  /** Whether the server has been notified, or is being notified, that a person is viewing the room. */
  #isViewed = false;
  /** The pages in `state.signing`, by act. */
  readonly #unsaved = new Map<string, string>();
  /** Resolves once the server's last response is stored. */
  #kept: Promise<void> = Promise.resolve();
  /** When the last response arrived. A room that was requested before that may be older. */
  #answeredAt = '';
  #calls = 0;
  #failure: Exclude<RoomAnswer['kind'], 'room'> | null = null;
  #filesAsked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(token: string) {
    this.#token = token;
    this.#packet = packetOfLink(token);
    this.#drafts = new DraftStore(this.#packet);
    this.state = {
      room: null,
      draft: this.#drafts.read(),
      signing: [],
      problem: null,
      isBusy: false,
      isOffline: false,
      keptAt: null,
      unreceived: 0,
    };
  }

  /** Loads the room at the first subscriber, and forgets old files of any room. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) {
      globalThis.addEventListener('online', this.#resume);
      globalThis.addEventListener('storage', this.#follow);
      for (const touch of TOUCHES) globalThis.addEventListener(touch, this.#touch, true);
      void forgetOldFiles();
      if (this.state.room === null && !this.state.isBusy) void this.load();
    }
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      globalThis.removeEventListener('online', this.#resume);
      globalThis.removeEventListener('storage', this.#follow);
      for (const touch of TOUCHES) globalThis.removeEventListener(touch, this.#touch, true);
      clearTimeout(this.#timer);
    };
  };

  readonly getState = (): RoomState => this.state;

  readonly load = (): Promise<void> => this.#busy(() => this.#load());

  /** Changes the signatory's input. */
  readonly editDraft = (answers: Partial<Answers>): void => this.#edit((drafts) => drafts.answer(answers));

  /** Fills in a field of a page. */
  readonly fillTab = (tab: string, value: string): void => this.#edit((drafts) => drafts.fill(tab, value));

  /** @returns whether the server did it */
  readonly act = (what: RoomAct): Promise<boolean> =>
    this.#busy(async () => {
      if (what.name === 'decline') return this.#decline(what);
      if (isOfDoor(what)) return this.#open(await actInRoom(this.#token, what, instant()));
      return (await this.#flush()) && this.#take(await actInRoom(this.#token, what, instant()));
    });

  /** Declines. Unsent pages must not be signed, so they aren't sent. If declining fails, they are still there. */
  async #decline(what: RoomAct): Promise<boolean> {
    this.#isDeclining = true;
    try {
      return this.#take(await actInRoom(this.#token, what, instant()));
    } finally {
      this.#isDeclining = false;
    }
  }

  /** Records that a page was shown in its current version. */
  readonly see = (page: Pick<PendingPage, 'uuid' | 'sha256'>): void =>
    this.#edit((drafts) => drafts.see(page));

  /** Signs pages on this device with their field values, and sends them now or when the server can be reached. */
  readonly sign = async (
    ...pages: Pick<PendingPage, 'uuid' | 'sha256' | 'values' | 'signature'>[]
  ): Promise<void> => {
    const at = instant();
    const drafts = this.#drafts;
    const acts = pages.map(({ uuid, sha256, values, signature }): PendingPage => {
      const act = newAct();
      return { act, uuid, sha256, values, signature, at, utcOffset: utcOffsetNow() };
    });
    for (const page of acts) {
      this.#unsaved.set(page.act, page.uuid);
      drafts.addPage(page);
    }
    this.#set({ signing: [...this.#unsaved.values()] });
    // A page shown as signed must stay signed, even if the device dies now.
    await drafts.saved();
    for (const { act } of acts) this.#unsaved.delete(act);
    this.#set({ draft: this.#shownDraft(), signing: [...this.#unsaved.values()] });
    await this.#flush();
    await this.#kept;
  };

  /** Submits the signed pages now or when the server can be reached. */
  readonly finish = (): Promise<boolean> => {
    this.#edit((drafts) => drafts.finish(instant()));
    return this.#busy(() => this.#flush());
  };

  async #load(): Promise<void> {
    const answer = await readRoom(this.#token);
    if (answer.kind === 'unreachable') await this.#openKept();
    else this.#set({ keptAt: null });
    // The server no longer knows the link, so nothing of the room is shown or stored.
    if (answer.kind === 'unknown' && this.#packet !== null) {
      await forgetRoom(this.#packet);
      await forgetFiles(this.#packet);
      if (this.#packet === witnessDraft(this.#token)) this.#drafts.forget();
      this.#set({ room: null });
    }
    await this.#open(answer);
  }

  /** Shows the stored room, so that it can be read and signed without a network. */
  async #openKept(): Promise<void> {
    if (this.state.room !== null || this.#packet === null) return;
    const kept = await readKeptRoom(this.#packet, new Date());
    if (kept === null) return;
    await this.#drafts.restore(this.#showLate);
    this.#set({ room: kept.room, draft: this.#shownDraft(), keptAt: kept.at });
  }

  /** @returns whether the room could be read */
  async #open(answer: RoomAnswer): Promise<boolean> {
    if (answer.kind === 'room') {
      const { room } = answer;
      if (room.state === 'open') this.#follows(room.packet);
      if (room.state === 'witness') this.#follows(witnessDraft(this.#token));
      if (room.state === 'open' || room.state === 'witness' || endedUnsigned(room))
        await this.#drafts.restore(this.#showLate);
    }
    if (!this.#take(answer)) return false;
    if (this.state.room?.state !== 'open') return true;
    await this.#flush();
    return true;
  }

  readonly #touch = (): void => void this.#view();

  /** Notifies the server once that a person is viewing the room. */
  async #view(): Promise<void> {
    if (this.#isViewed || !isUnsigned(this.state.room) || this.state.keptAt !== null) return;
    this.#isViewed = true;
    const answer = await actInRoom(this.#token, { name: 'viewed' }, instant());
    // If this fails, the next touch retries it. The person doesn't need to know.
    if (answer.kind === 'room') this.#take(answer);
    this.#isViewed = answer.kind === 'room' && isUnsigned(answer.room);
  }

  /** Sends the pages that were signed on this device, in any tab, and then that the signatory has finished. */
  async #flush(): Promise<boolean> {
    if (this.#isDeclining) return false;
    const { pending } = this.#drafts.read();
    if (pending.length > 0 && !(await this.#send(pending))) return false;
    // Another tab has already sent them.
    if (pending.length === 0 && this.state.draft.pending.length > 0) await this.#refresh();
    const { finishedAt } = this.#drafts.read();
    if (finishedAt === null || this.state.room?.state !== 'open') return true;
    const answer = await actInRoom(this.#token, { name: 'finish' }, finishedAt);
    if (answer.kind === 'refused') this.#edit((drafts) => drafts.unfinish());
    return this.#take(answer);
  }

  /**
   * Sends signed pages. The server signs a page only once, no matter how many tabs send it.
   * @returns whether all of them are signed
   */
  async #send(pending: readonly PendingPage[]): Promise<boolean> {
    const all = await this.#sendTogether(pending);
    if (all.kind !== 'refused') return this.#take(all);
    await this.#refresh();
    if (this.state.room?.state !== 'open') return this.#take(all);
    // The server signs all pages or none, so a problem with one page blocks the others. Send them one by one.
    let refusal: RoomAnswer | null = null;
    for (const { uuid } of newestActs(pending)) {
      const acts = pending.filter((each) => each.uuid === uuid);
      const answer = acts.length === pending.length ? all : await this.#sendTogether(acts);
      if (answer.kind === 'refused') {
        refusal = answer;
        // A refused page is not signed. The signatory must read it and sign it again.
        this.#edit((drafts) => {
          drafts.removePages(acts);
          drafts.unfinish();
        });
      } else if (!this.#take(answer)) return false;
    }
    return refusal === null || this.#take(refusal);
  }

  #sendTogether(pending: readonly PendingPage[]): Promise<RoomAnswer> {
    const acts = newestActs(pending);
    const pages = acts.map(({ act: _, utcOffset, ...page }) => ({ ...page, utc_offset: utcOffset }));
    const body = { pages, sent_at: instant() };
    return actInRoom(this.#token, { name: 'sign', body }, acts.at(-1)?.at ?? instant());
  }

  /** Reloads the room, because the server's state may differ from the screen. */
  async #refresh(): Promise<void> {
    const answer = await readRoom(this.#token);
    if (answer.kind === 'room') this.#take(answer);
  }

  /**
   * Processes a response.
   * @returns whether the server did what was asked; false if the room was locked or asked for a code in the meantime
   */
  #take(answer: RoomAnswer): boolean {
    this.#failure = answer.kind === 'room' ? null : answer.kind;
    const isOffline = this.#failure === 'unreachable';
    if (answer.kind === 'room') {
      const isNewest = answer.askedAt > this.#answeredAt;
      this.#answeredAt = instant();
      const before = this.state.room;
      const room = mergeRoom(before, answer.room, isNewest);
      this.#set({ room, problem: null, isOffline });
      this.#keepUp(answer, room, before);
    } else {
      this.#set({ problem: answer.message ?? OFFLINE, isOffline });
    }
    this.#schedule();
    return answer.kind === 'room' && answer.room.state !== 'new_device' && answer.room.state !== 'locked';
  }

  #keepUp(
    { room, askedAt }: Extract<RoomAnswer, { kind: 'room' }>,
    shown: SigningRoom,
    before: SigningRoom | null,
  ): void {
    if (room.state === 'open' || room.state === 'paper' || room.state === 'completed')
      this.#follows(room.packet);
    const { pending } = this.#drafts.read();
    if (room.state === 'open') {
      const left = new Set(stillPending(room, pending));
      const sent = pending.filter((page) => !left.has(page));
      // Remove a page from the draft only once the stored room shows it as signed, because the browser may close in between.
      const kept = mayKeep(shown) ? keepRoom(shown, instant(), hasPictures(room) ? askedAt : null) : null;
      if (kept === null || sent.length === 0) this.#edit((drafts) => drafts.removePages(sent));
      else this.#kept = kept.then(() => this.#edit((drafts) => drafts.removePages(sent)));
    } else {
      if (endedUnsigned(room)) {
        const left = before?.state === 'open' ? stillPending(before, pending) : pending;
        const unreceived = newestActs(left).length;
        // The pages are deleted below. Don't let a later response set their number to 0.
        if (unreceived > 0 || !isOver(room)) this.#set({ unreceived });
      }
      if (isOver(room)) this.#edit((drafts) => drafts.forget());
      if (isOver(room) && !takesFiles(room) && this.#packet !== null) void forgetFiles(this.#packet);
    }
    if (shown.state === 'paper' && mayKeep(shown)) this.#kept = keepRoom(shown, instant(), null);
    if (!mayKeep(shown) && this.#packet !== null) void forgetRoom(this.#packet);
  }

  #follows(packet: string): void {
    if (packet === this.#packet) return;
    this.#packet = packet;
    this.#drafts = new DraftStore(packet);
    rememberPacket(this.#token, packet);
  }

  #edit(change: (drafts: DraftStore) => void): void {
    change(this.#drafts);
    this.#set({ draft: this.#shownDraft() });
  }

  #shownDraft(): RoomDraft {
    const draft = this.#drafts.read();
    return { ...draft, pending: draft.pending.filter(({ act }) => !this.#unsaved.has(act)) };
  }

  /** Shows what another tab has signed, filled in or sent. */
  readonly #follow = ({ key }: StorageEvent): void => {
    if (!this.#drafts.has(key)) return;
    const before = this.state.draft.pending.length;
    const { pending } = this.#drafts.read();
    // Signed pages stay signed on the screen until the server's response arrives.
    if (pending.length < before) return this.#later(() => void this.#refresh(), REFRESH);
    this.#edit(() => {});
    // The other tab may be closed before it has sent them.
    if (pending.length > before) this.#later(this.#resume, RETRY);
  };

  /** Shows and sends what a slow disk has restored after the room was opened. */
  readonly #showLate = (): void => {
    this.#edit(() => {});
    this.#resume();
  };

  readonly #resume = (): void => {
    clearTimeout(this.#timer);
    const { room, draft, keptAt } = this.state;
    if (room?.state === 'completed') return void this.#load();
    const hasUnsent = draft.pending.length > 0 || draft.finishedAt !== null;
    // Only a full room has the pictures of its pages, and only the server knows whether a stored one is up to date.
    if (room === null || keptAt !== null) void this.load();
    else if (hasUnsent) void this.#flush();
  };

  #schedule(): void {
    clearTimeout(this.#timer);
    const { room, draft, keptAt } = this.state;
    const hasUnsent = draft.pending.length > 0 || draft.finishedAt !== null || keptAt !== null;
    if (room?.state === 'completed') {
      if (room.has_file || room.file_expired || room.on_paper || this.#filesAsked >= FILE_RETRIES) return;
      this.#filesAsked += 1;
      this.#later(this.#resume, FILE_RETRY);
    } else if (hasUnsent && this.#failure !== null && this.#failure !== 'refused') {
      this.#later(this.#resume, RETRY);
    }
  }

  #later(work: () => void, ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(work, ms);
  }

  async #busy<T>(work: () => Promise<T>): Promise<T> {
    this.#calls += 1;
    this.#set({ isBusy: true });
    try {
      const done = await work();
      await this.#kept;
      return done;
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

/**
 * Returns whether nothing entered on this device can be sent any more, through any link. In a state that this page doesn't
 * know, something may still be sent.
 */
function isOver({ state }: SigningRoom): boolean {
  return OVER.includes(state);
}

const OVER: readonly SigningRoom['state'][] = [
  'completed',
  'declined',
  'cancelled',
  'expired',
  'superseded',
  'void',
  'wrong_person',
  'witnessed',
  'witness_ended',
];

/** Returns whether a room shows pages that are signed through it. */
function isUnsigned(room: SigningRoom | null): boolean {
  return room?.state === 'open' || room?.state === 'paper';
}

/** Returns whether the link no longer opens anything, for a reason other than the signatory's own action. */
function endedUnsigned({ state }: SigningRoom): boolean {
  return ['cancelled', 'expired', 'superseded', 'replaced'].includes(state);
}

/** Returns whether the link still accepts files, such as a notary's acknowledgment. */
function takesFiles(room: SigningRoom): boolean {
  return room.state === 'completed' && room.files !== null;
}

/** Returns whether an action happens before the room is open. */
function isOfDoor({ name }: RoomAct): boolean {
  return name === 'unlock' || name === 'device_code' || name === 'device';
}

/** Returns the key of a witness's draft on their own device, because their link doesn't name the packet. */
function witnessDraft(token: string): string {
  return `witness-${token.slice(0, 12)}`;
}

/** Returns the latest signing of each page to send, which shows the latest signature. */
function newestActs(pending: readonly PendingPage[]): PendingPage[] {
  const last = new Map(pending.map((page) => [page.uuid, page]));
  return pending.filter((page) => last.get(page.uuid) === page);
}
