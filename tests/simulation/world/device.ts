import type { Subscription, Transaction } from 'dexie';
import type { Step } from '../../../src/db/outbox/command.ts';
import type { MirrorDatabase } from '../../../src/db/database.ts';
import type { AccountRow } from '../../../src/db/device-database.ts';
import type { OutboxRow } from '../../../src/db/rows.ts';
import type { SyncSummary } from '../../../src/db/queries/status/sync-status.ts';
import type { ChecklistView } from '../../../src/db/views/checklist-view.ts';
import type { EngineSeat } from '../../../src/workers/engine-seat.ts';
import { Channels } from './channels.ts';
import type { Runnable } from './compile.ts';
import { Disk } from './disk.ts';
import { rowsLeft } from './left.ts';
import { Locks } from './locks.ts';
import type { Network } from './network.ts';
import type { Program } from './program.ts';
import { pick } from './random.ts';
import { Realm, type Profile } from './realm.ts';
import type { Scheduler } from './scheduler.ts';

/** What a device needs from its world. */
export interface Surroundings {
  scheduler: Scheduler;
  network: Network;
  runnable: Runnable;
  /** The same app with a newer version of its stores. */
  newer: Runnable;
  /** Called for each edit that a page adds to its outbox, before the commit. */
  onEdit: (device: Device, row: OutboxRow, transaction: Transaction) => void;
}

/** A person who may sign in. */
export interface Person {
  userId: string;
  email: string;
}

/** A browser profile on a device of one person: a disk, locks and channels, and any number of tabs. */
export class Device {
  readonly name: string;
  readonly userId: string;
  readonly email: string;
  readonly profile: Profile;
  tabs: Tab[] = [];
  offline = false;
  /** The last renamed header, because people often keep working on the same thing. */
  lastRenamed: string | null = null;
  /** When its database was last deleted, in true time. The tabs need a moment to open another one. */
  lostAt = -Infinity;
  /** Whether a newer version of the app has run here. Tabs that are opened from now on run it. */
  updated = false;
  /** The person who uses the device while its owner is signed out. */
  guest: Person | null = null;
  /** All others who have used it. */
  readonly guests = new Set<string>();
  /** Whether a person has signed out here, so that new tabs look for their leftovers. */
  hasLeft = false;
  /** The state of the person's sign-out, until they sign in again. */
  readonly leaving: Leaving = { owed: false, ended: false, wiped: false, returning: false, lost: false };
  /** The deals that the person keeps offline here, as `meta` names them. */
  kept: readonly string[] = [];
  /** What was wrong after guests signed out. */
  readonly faults: string[] = [];
  readonly #around: Surroundings;
  #opened = 0;

  private constructor(
    name: string,
    user: { uuid: string; email: string },
    around: Surroundings,
    profile: Profile,
  ) {
    this.name = name;
    this.userId = user.uuid;
    this.email = user.email;
    this.profile = profile;
    this.#around = around;
  }

  static async make(
    name: string,
    user: { uuid: string; email: string },
    around: Surroundings,
  ): Promise<Device> {
    const { scheduler } = around;
    return new Device(name, user, around, {
      scheduler,
      disk: await Disk.make(),
      locks: new Locks(scheduler),
      channels: new Channels(scheduler),
      clockIsOff: 0,
      log: [],
    });
  }

  /** Returns the rows of a table of the person's mirror, as they are on the disk. */
  rows<Row>(table: string): Row[] {
    return this.profile.disk.rows<Row>(`counterpart-${this.userId}`, table);
  }

  /** Returns whether the person is signed in according to the device. */
  get hasSession(): boolean {
    return this.#account?.session === 'active';
  }

  /** Whether the person has signed out, so that no screen shows their data. */
  get isOut(): boolean {
    return this.#account?.session === 'signed_out';
  }

  /** Whether a sign-out is in progress, so that its wipe may still delete data. */
  get isLeaving(): boolean {
    return this.hasLeft && !this.leaving.ended;
  }

  get #account(): AccountRow | undefined {
    const accounts = this.profile.disk.rows<AccountRow>('counterpart-device', 'accounts');
    return accounts.find(({ userId }) => userId === this.userId);
  }

  /** The person whose mirror the screens show; null = nobody. */
  get current(): string | null {
    if (!this.hasLeft) return this.userId;
    const facts = this.profile.disk.rows<{ key: string; userId?: string | null }>(
      'counterpart-device',
      'facts',
    );
    return facts.find(({ key }) => key === 'current')?.userId ?? null;
  }

  /** Opens a tab, which shows the deal. */
  open(deal: string): Tab {
    this.#opened += 1;
    const runnable = this.updated ? this.#around.newer : this.#around.runnable;
    const tab = new Tab(this, `${this.name} tab ${this.#opened}`, deal, { ...this.#around, runnable });
    this.tabs.push(tab);
    return tab;
  }

  /** Signs the person in with the form in one of the tabs, after signing out a guest. */
  signIn(which = 0): void {
    const awake = this.tabs.filter(({ frozen }) => !frozen);
    const tab = pick(awake, this.hasLeft ? which : 0);
    if (!tab) return;
    const { guest } = this;
    const { wiped } = this.leaving;
    Object.assign(this.leaving, { owed: false, wiped: false, returning: true });
    tab.enter(this, guest, (signedIn) => {
      this.leaving.returning = false;
      if (!signedIn && this.isOut) this.leaving.wiped ||= wiped;
    });
    this.guest = null;
  }

  /** Signs another person in. */
  lend(guest: Person): void {
    const tab = this.tabs.find(({ frozen, isOutdated }) => !frozen && !isOutdated);
    if (!tab) return;
    this.guest = guest;
    this.guests.add(guest.userId);
    tab.enter(guest, null);
  }

  setOffline(offline: boolean): void {
    this.offline = offline;
    this.#around.network.setOffline(this.name, offline);
    if (offline) return;
    for (const { worker } of this.tabs) worker.act(() => worker.events.dispatchEvent(new Event('online')));
  }
}

/** The state of a sign-out. */
interface Leaving {
  /** Everything that the person did had reached the server when they signed out, so a wipe is required. */
  owed: boolean;
  /** It has ended, or was completed later. */
  ended: boolean;
  /** The mirror was empty at some point. */
  wiped: boolean;
  /**
   * They are signing in again: their own row is stored before the session is recorded, and stays if the sign-in is
   * interrupted.
   */
  returning: boolean;
  /** The browser has deleted the mirror since then, which is reported to the person. */
  lost: boolean;
}

/** A page that shows and edits a deal, and its worker with an engine. */
export class Tab {
  readonly device: Device;
  readonly page: Realm;
  readonly worker: Realm;
  readonly db: MirrorDatabase;
  readonly view: ChecklistView;
  readonly deal: string;
  /** The steps that undo the person's acts in this tab, in order. */
  readonly acts: Step[][] = [];
  frozen = false;
  /** When it was last thawed, in true time. Only then does it learn what happened to its database. */
  thawedAt = -Infinity;
  /** What the indicator shows. */
  summary: SyncSummary | null = null;
  readonly #scheduler: Scheduler;
  readonly #watching: Subscription;
  readonly #noteEdit: (key: unknown, row: OutboxRow, transaction: Transaction) => void;
  readonly #network: Network;
  readonly #seat: EngineSeat;
  /** The user for whom the worker was last attached. */
  #attached: string | null;

  constructor(
    device: Device,
    name: string,
    deal: string,
    { scheduler, network, runnable, onEdit }: Surroundings,
  ) {
    this.device = device;
    this.deal = deal;
    this.#scheduler = scheduler;
    const { userId } = device;
    this.page = new Realm(device.profile, `${name} page`, runnable);
    this.worker = new Realm(device.profile, `${name} worker`, runnable);
    const home = scheduler.current;
    scheduler.current = this.page.strand;
    const { openDatabase, openChecklistView, liveQuery, syncStatus } = this.page.program;
    this.db = openDatabase(userId);
    this.#noteEdit = (_key: unknown, row: OutboxRow, transaction: Transaction) =>
      onEdit(device, row, transaction);
    this.db.outbox.hook('creating', this.#noteEdit);
    this.view = openChecklistView(this.db, deal);
    this.#watching = liveQuery(async () => syncStatus(this.db)).subscribe((summary) => {
      this.summary = summary;
    });
    scheduler.current = home;
    this.#network = network;
    const { clock, program } = this.worker;
    this.#seat = new program.EngineSeat((user) => {
      if (device.hasLeft) void this.#tellSignOuts();
      return program.createEngine(user, {
        clock,
        connect: (as, signal) => network.connect(this.worker, device.name, as, signal),
      });
    });
    const looksBack = device.hasLeft;
    const { isOut } = device;
    this.worker.act(() => {
      if (looksBack) this.#noteEnd(program.forgetLeftOver(this.#seat), isOut);
      if (this.#attached !== null) this.#work(this.#attached);
    });
    this.#attached = device.current;
  }

  /** Makes the page ask its worker to work for the device's current user, and show the deal. */
  attach(userId: string): void {
    if (this.#attached === userId) return;
    this.#attached = userId;
    this.worker.act(() => this.#work(userId));
  }

  #work(userId: string): void {
    const attachAndWatch = async () => {
      const seat = this.#seat;
      const engine = await seat.inTurn(async () => seat.seat(userId));
      await engine.watchDeal(this.deal);
    };
    attachAndWatch().catch((error: unknown) => {
      this.device.profile.log.push(`the deal could not be watched: ${String(error)}`);
    });
  }

  /**
   * Signs a person in with the form in this tab, after `before` has signed out. All other tabs of the device
   * follow.
   */
  enter(person: Person, before: Person | null, onDone: (signedIn: boolean) => void = () => undefined): void {
    const { device, worker } = this;
    const { program } = worker;
    const { userId, email } = person;
    const transport = this.#network.connect(worker, device.name, userId, null);
    const begin = async (): Promise<boolean> => {
      const credentials = { email, password: 'closing-day' };
      const { outcome } = await program.signIn(transport, worker.clock, credentials);
      if (outcome !== 'signed_in') return false;
      await this.#seat.seat(userId);
      program.announceWork(userId);
      return true;
    };
    const leaveAndBegin = async (): Promise<void> => {
      if (before) await this.#signGuestOut(before);
      const signedIn = await this.#seat.inTurn(begin);
      onDone(signedIn);
      if (signedIn) for (const tab of device.tabs) tab.attach(userId);
    };
    worker.act(() => {
      void leaveAndBegin().catch((error: unknown) =>
        device.profile.log.push(`the sign-in failed: ${String(error)}`),
      );
    });
  }

  /** Signs the person out in this tab. */
  leave(): void {
    this.worker.act(() => this.#noteEnd(this.#signOut(this.device.userId), true));
  }

  async #signOut(userId: string): Promise<void> {
    if (this.#attached === userId) this.#attached = null;
    await this.worker.program.signOut(userId, this.#seat, async () => this.#tellSignOuts());
  }

  async #tellSignOuts(): Promise<void> {
    const { program } = this.worker;
    await program.sendOwedSignOuts((userId) =>
      this.#network.connect(this.worker, this.device.name, userId, null),
    );
  }

  /** Signs a guest out. Guests have no unsent work, so none of their data may remain. */
  async #signGuestOut({ userId }: Person): Promise<void> {
    const { current, faults, profile } = this.device;
    const trouble = profile.log.length;
    await this.#signOut(userId);
    // Their sign-in in another tab may not have finished.
    if (profile.log.length > trouble || current !== userId) return;
    const left = rowsLeft(profile.disk, userId);
    if (left.length > 0) faults.push(`left: of who was at ${this.device.name}: ${left.join(', ')}`);
  }

  /** Records that a sign-out, or the cleanup of an interrupted one, has ended without trouble. */
  #noteEnd(ending: Promise<void>, isAbout: boolean): void {
    const { device } = this;
    const { log } = device.profile;
    const trouble = log.length;
    const heed = async (): Promise<void> => {
      await ending;
      if (isAbout && device.isOut && log.length === trouble) device.leaving.ended = true;
    };
    heed().catch((error: unknown) => log.push(`what was left stays: ${String(error)}`));
  }

  /** Makes the page run a command. The outbox shows the result. */
  command(runCommand: (commands: Program['commands'], db: MirrorDatabase) => Promise<unknown>): void {
    const carryOutAndNote = async () => {
      const done = await runCommand(this.page.program.commands, this.db);
      if (Array.isArray(done) && done.length > 0) this.acts.push(done);
    };
    this.page.act(() => {
      void carryOutAndNote().catch((error: unknown) => {
        this.device.profile.log.push(`a command failed: ${String(error)}`);
      });
    });
  }

  /** Closes the tab: the browser ends its page and its worker without warning. */
  close(): void {
    this.#watching.unsubscribe();
    this.crash();
  }

  /** Closes everything, at the end of a world without violations. */
  stop(): void {
    this.view.close();
    this.#watching.unsubscribe();
    for (const realm of [this.page, this.worker]) {
      realm.act(() => void this.#close(realm));
    }
  }

  async #close({ program }: Realm): Promise<void> {
    const people = [this.device.userId, ...this.device.guests];
    if (program === this.worker.program) for (const userId of people) await this.#seat.unseat(userId);
    for (const userId of people) {
      for (const durability of ['strict', 'relaxed'] as const)
        program.openDatabase(userId, durability).close();
    }
    program.deviceDatabase.close({ disableAutoOpen: false });
  }

  /** Ends the stopped processes. Their realms can be used again. */
  retire(): void {
    this.db.outbox.hook('creating').unsubscribe(this.#noteEdit);
    this.page.retire();
    this.worker.retire();
  }

  /** Kills the tab's page and worker. */
  crash(): void {
    this.page.crash();
    this.worker.crash();
    this.device.tabs = this.device.tabs.filter((each) => each !== this);
  }

  /** Stops the tab's timers and messages, as a browser does in the background or when the lid is closed. */
  freeze(): void {
    this.frozen = true;
    for (const { strand } of [this.page, this.worker]) strand.frozen = true;
    this.device.profile.disk.goOn();
  }

  thaw(): void {
    if (this.frozen) this.thawedAt = this.#scheduler.now;
    this.frozen = false;
    for (const { strand } of [this.page, this.worker]) strand.frozen = false;
  }

  /** Returns whether the tab is opening its database, or is in a transaction. */
  isBusy(): boolean {
    const { disk } = this.device.profile;
    return [this.page, this.worker].some(({ strand }) => disk.isBusy(strand));
  }

  /** Whether a newer version has taken over its database, so that the tab asks to be reloaded. */
  get isOutdated(): boolean {
    return this.page.program.isOutdated();
  }

  /** Runs the world until the tab has finished opening databases. Returns false if it waits for other tabs to close one. */
  async untilOpened(): Promise<boolean> {
    const { disk } = this.device.profile;
    const isOpening = (): boolean => [this.page, this.worker].some(({ strand }) => disk.isOpening(strand));
    await this.#scheduler.settle(() => !isOpening());
    return !isOpening();
  }

  /** Runs the world until the tab is between two transactions. */
  async untilIdle(): Promise<void> {
    await this.#scheduler.settle(() => !this.isBusy());
  }
}
