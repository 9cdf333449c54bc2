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

/** How often what was signed on this device is sent again while the server can't be reached. Milliseconds. */
export const RETRY = 10_000;
/** How long after another tab has sent pages a room reads them. Milliseconds. */
const REFRESH = 1000;
/** How often, and how many times, the room asks whether the signed PDF has been made. Milliseconds. */
const FILE_RETRY = 4000;
const FILE_RETRIES = 30;

export interface RoomState {
  room: SigningRoom | null;
  draft: RoomDraft;
  /** Pages that were signed here a moment ago and aren't on the disk yet. They don't count as signed. */
  signing: readonly string[];
  /** What went wrong last, in a sentence. */
  problem: string | null;
  isBusy: boolean;
  /** The server could not be reached at the last attempt. */
  isOffline: boolean;
  /** When the server said what is shown, if this room was opened without a network. */
  keptAt: string | null;
  /** How many pages were signed on this device and hadn't reached the server when the packet ended. */
  unreceived: number;
}

/** What only people do: email security scanners open rooms, too, and some run the page's scripts. */
const TOUCHES = ['pointerdown', 'keydown', 'wheel'];

const OFFLINE = 'We can’t reach the server. Check your connection and try again.';

/** The room of a link: what the server says, what was filled in on this device, and what the signatory does. */
export class RoomStore {
  state: RoomState;
  readonly #token: string;
  #packet: string | null;
  #drafts: DraftStore;
  #isDeclining = false;
  /** Whether the server has been notified, or is being notified, that a person is viewing the room. */
  #isViewed = false;
  /** What `state.signing` shows, by act. */
  readonly #unsaved = new Map<string, string>();
  /** Resolves once what the server last said is kept. */
  #kept: Promise<void> = Promise.resolve();
  /** When the last response came. A room that was asked for before that may be older. */
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

  /** Changes what is filled in. */
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

  /** A signatory who declines doesn't want their unsent pages to be signed. If it fails, they are still there. */
  async #decline(what: RoomAct): Promise<boolean> {
    this.#isDeclining = true;
    try {
      return this.#take(await actInRoom(this.#token, what, instant()));
    } finally {
      this.#isDeclining = false;
    }
  }

  /** Notes that a page was shown as it is now. */
  readonly see = (page: Pick<PendingPage, 'uuid' | 'sha256'>): void =>
    this.#edit((drafts) => drafts.see(page));

  /** Signs pages on this device, with what was filled in on them, and sends them, now or when the server can be reached. */
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
    // A page that is shown as signed stays signed, even if the device dies now.
    await drafts.saved();
    for (const { act } of acts) this.#unsaved.delete(act);
    this.#set({ draft: this.#shownDraft(), signing: [...this.#unsaved.values()] });
    await this.#flush();
    await this.#kept;
  };

  /** Hands in the signed pages, now or when the server can be reached. */
  readonly finish = (): Promise<boolean> => {
    this.#edit((drafts) => drafts.finish(instant()));
    return this.#busy(() => this.#flush());
  };

  async #load(): Promise<void> {
    const answer = await readRoom(this.#token);
    if (answer.kind === 'unreachable') await this.#openKept();
    else this.#set({ keptAt: null });
    // The link is unknown by now: nothing of it is shown or kept.
    if (answer.kind === 'unknown' && this.#packet !== null) {
      await forgetRoom(this.#packet);
      await forgetFiles(this.#packet);
      if (this.#packet === witnessDraft(this.#token)) this.#drafts.forget();
      this.#set({ room: null });
    }
    await this.#open(answer);
  }

  /** Shows what was kept of a room, so that it can be read and signed without a network. */
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

  /** Sends the pages that were signed on this device, in whichever tab, and then that the signatory finished. */
  async #flush(): Promise<boolean> {
    if (this.#isDeclining) return false;
    const { pending } = this.#drafts.read();
    if (pending.length > 0 && !(await this.#send(pending))) return false;
    // Another tab has sent them.
    if (pending.length === 0 && this.state.draft.pending.length > 0) await this.#refresh();
    const { finishedAt } = this.#drafts.read();
    if (finishedAt === null || this.state.room?.state !== 'open') return true;
    const answer = await actInRoom(this.#token, { name: 'finish' }, finishedAt);
    if (answer.kind === 'refused') this.#edit((drafts) => drafts.unfinish());
    return this.#take(answer);
  }

  /**
   * The server signs a page once, however many tabs send it.
   * @returns whether all of them are signed
   */
  async #send(pending: readonly PendingPage[]): Promise<boolean> {
    const all = await this.#sendTogether(pending);
    if (all.kind !== 'refused') return this.#take(all);
    await this.#refresh();
    if (this.state.room?.state !== 'open') return this.#take(all);
    // The server signs all or none of them, so what is wrong with one page keeps the others from being signed too.
    let refusal: RoomAnswer | null = null;
    for (const { uuid } of newestActs(pending)) {
      const acts = pending.filter((each) => each.uuid === uuid);
      const answer = acts.length === pending.length ? all : await this.#sendTogether(acts);
      if (answer.kind === 'refused') {
        refusal = answer;
        // Pages that the server refuses are not signed: they have to be read and signed again.
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

  /** Shows the room as it is on the server, where something differs from what was shown. */
  async #refresh(): Promise<void> {
    const answer = await readRoom(this.#token);
    if (answer.kind === 'room') this.#take(answer);
  }

  /** @returns whether the server did what was asked; false, too, if the room was locked or asked for a code in the meantime */
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
      // A page stays here until the room that is kept says that it is signed: a browser may end in between.
      const kept = mayKeep(shown) ? keepRoom(shown, instant(), hasPictures(room) ? askedAt : null) : null;
      if (kept === null || sent.length === 0) this.#edit((drafts) => drafts.removePages(sent));
      else this.#kept = kept.then(() => this.#edit((drafts) => drafts.removePages(sent)));
    } else {
      if (endedUnsigned(room)) {
        const left = before?.state === 'open' ? stillPending(before, pending) : pending;
        const unreceived = newestActs(left).length;
        // What is forgotten below is still shown the next time the room is read.
        if (unreceived > 0 || !isOver(room)) this.#set({ unreceived });
      }
      if (isOver(room)) this.#edit((drafts) => drafts.forget());
      if (isOver(room) && !takesFiles(room) && this.#packet !== null) void forgetFiles(this.#packet);
    }
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
    // Pages that are signed stay signed on the screen until the server says so.
    if (pending.length < before) return this.#later(() => void this.#refresh(), REFRESH);
    this.#edit(() => {});
    // The other tab may be closed before it has sent them.
    if (pending.length > before) this.#later(this.#resume, RETRY);
  };

  /** Shows and sends what a slow disk brought back after the room was opened. */
  readonly #showLate = (): void => {
    this.#edit(() => {});
    this.#resume();
  };

  readonly #resume = (): void => {
    clearTimeout(this.#timer);
    const { room, draft, keptAt } = this.state;
    if (room?.state === 'completed') return void this.#load();
    const hasUnsent = draft.pending.length > 0 || draft.finishedAt !== null;
    // Only a room that was read has the pictures of its pages, and only the server knows whether it is still the same.
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
 * Whether nothing that was entered on this device can be sent any more, by any link. In a state that this page doesn't know, something
 * may still be sent.
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

/** Whether the link opens nothing any more, and not because the signatory said so or finished. */
function endedUnsigned({ state }: SigningRoom): boolean {
  return ['cancelled', 'expired', 'superseded', 'replaced'].includes(state);
}

/** Returns whether the link still accepts files, such as a notary's acknowledgment. */
function takesFiles(room: SigningRoom): boolean {
  return room.state === 'completed' && room.files !== null;
}

/** Returns whether an act happens before the room is open. */
function isOfDoor({ name }: RoomAct): boolean {
  return name === 'unlock' || name === 'device_code' || name === 'device';
}

/** Returns the key of a witness's draft on their own device: their link doesn't name the packet. */
function witnessDraft(token: string): string {
  return `witness-${token.slice(0, 12)}`;
}

/** The act of each page that is to be sent: the last one, which shows the signature that was chosen last. */
function newestActs(pending: readonly PendingPage[]): PendingPage[] {
  const last = new Map(pending.map((page) => [page.uuid, page]));
  return pending.filter((page) => last.get(page.uuid) === page);
}
