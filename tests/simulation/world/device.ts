import type { Subscription, Transaction } from 'dexie';
import type { Step } from '../../../src/db/command.ts';
import type { MirrorDatabase } from '../../../src/db/database.ts';
import type { AccountRow } from '../../../src/db/device-database.ts';
import type { OutboxRow } from '../../../src/db/rows.ts';
import type { SyncSummary } from '../../../src/db/queries/sync-status.ts';
import type { ChecklistView } from '../../../src/db/views/checklist-view.ts';
import type { Engine } from '../../../src/sync/engine.ts';
import { Channels } from './channels.ts';
import type { Runnable } from './compile.ts';
import { Disk } from './disk.ts';
import { Locks } from './locks.ts';
import type { Network } from './network.ts';
import type { Program } from './program.ts';
import { Realm, type Profile } from './realm.ts';
import type { Scheduler } from './scheduler.ts';

/** What a device is given to live by. */
export interface Surroundings {
  scheduler: Scheduler;
  network: Network;
  runnable: Runnable;
  /** The same app with another version of its stores. */
  newer: Runnable;
  /** Told of each edit that a page puts into its outbox, while that is not committed. */
  onEdit: (device: Device, row: OutboxRow, transaction: Transaction) => void;
}

/** A browser profile on a device of one person: a disk, locks and channels, and any number of tabs. */
export class Device {
  readonly name: string;
  readonly userId: string;
  readonly email: string;
  readonly profile: Profile;
  tabs: Tab[] = [];
  offline = false;
  /** The header that was renamed last: people stay with what they work on. */
  lastRenamed: string | null = null;
  /** When its database was last deleted, true time: it takes the tabs a moment to open another. */
  lostAt = -Infinity;
  /** A newer version of the app has been here: tabs that are opened from now on run it. */
  updated = false;
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

  /** The rows of a table of the person's mirror, as they are on the disk. */
  rows<Row>(table: string): Row[] {
    return this.profile.disk.rows<Row>(`counterpart-${this.userId}`, table);
  }

  /** Whether the person is signed in, as far as the device knows. */
  get hasSession(): boolean {
    const accounts = this.profile.disk.rows<AccountRow>('counterpart-device', 'accounts');
    return accounts.some(({ userId, session }) => userId === this.userId && session === 'active');
  }

  /** Opens a tab, which shows the deal. */
  open(deal: string): Tab {
    this.#opened += 1;
    const runnable = this.updated ? this.#around.newer : this.#around.runnable;
    const tab = new Tab(this, `${this.name} tab ${this.#opened}`, deal, { ...this.#around, runnable });
    this.tabs.push(tab);
    return tab;
  }

  /** The person signs in by the form of one of the tabs. */
  signIn(): void {
    const tab = this.tabs.find(({ frozen }) => !frozen);
    if (!tab) return;
    const { worker } = tab;
    const transport = this.#around.network.connect(worker, this.name, this.userId, null);
    worker.act(() => {
      void worker.program
        .signIn(transport, worker.clock, { email: this.email, password: 'closing-day' })
        .then(() => worker.program.announceWork(this.userId))
        .catch((error: unknown) => this.profile.log.push(`the sign-in failed: ${String(error)}`));
    });
  }

  setOffline(offline: boolean): void {
    this.offline = offline;
    this.#around.network.setOffline(this.name, offline);
    if (offline) return;
    for (const { worker } of this.tabs) worker.act(() => worker.events.dispatchEvent(new Event('online')));
  }
}

/** A page that shows a deal and is written in, and its worker with an engine. */
export class Tab {
  readonly device: Device;
  readonly page: Realm;
  readonly worker: Realm;
  readonly db: MirrorDatabase;
  readonly view: ChecklistView;
  readonly deal: string;
  /** What takes back what the person did in this tab, the last one last. */
  readonly acts: Step[][] = [];
  frozen = false;
  /** True time: what happened to its database meanwhile it learns only then. */
  thawedAt = -Infinity;
  /** What the indicator shows. */
  summary: SyncSummary | null = null;
  readonly #scheduler: Scheduler;
  readonly #watching: Subscription;
  readonly #noteEdit: (key: unknown, row: OutboxRow, transaction: Transaction) => void;
  #engine: Engine | null = null;

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
    this.worker.act(() => {
      this.#engine = this.worker.program.createEngine(userId, {
        clock: this.worker.clock,
        connect: (user, signal) => network.connect(this.worker, device.name, user, signal),
      });
      this.#engine.watchDeal(deal).catch((error: unknown) => {
        device.profile.log.push(`the deal could not be watched: ${String(error)}`);
      });
    });
  }

  /** Has the page carry out a command; what becomes of it the outbox shows. */
  command(carryOut: (commands: Program['commands'], db: MirrorDatabase) => Promise<unknown>): void {
    const carryOutAndNote = async () => {
      const done = await carryOut(this.page.program.commands, this.db);
      if (Array.isArray(done) && done.length > 0) this.acts.push(done);
    };
    this.page.act(() => {
      void carryOutAndNote().catch((error: unknown) => {
        this.device.profile.log.push(`a command failed: ${String(error)}`);
      });
    });
  }

  /** The person closes the tab: the browser ends its page and its worker without asking them. */
  close(): void {
    this.#watching.unsubscribe();
    this.crash();
  }

  /** Lets go of everything, at the end of a world that ended well. */
  stop(): void {
    this.view.close();
    this.#watching.unsubscribe();
    for (const realm of [this.page, this.worker]) {
      realm.act(() => void this.#close(realm, realm === this.worker ? this.#engine : null));
    }
  }

  async #close({ program }: Realm, engine: Engine | null): Promise<void> {
    await engine?.stop();
    for (const durability of ['strict', 'relaxed'] as const)
      program.openDatabase(this.device.userId, durability).close();
    program.deviceDatabase.close({ disableAutoOpen: false });
  }

  /** The processes end, stopped; what they ran in may be used again. */
  retire(): void {
    this.db.outbox.hook('creating').unsubscribe(this.#noteEdit);
    this.page.retire();
    this.worker.retire();
  }

  /** The process dies. */
  crash(): void {
    this.page.crash();
    this.worker.crash();
    this.device.tabs = this.device.tabs.filter((each) => each !== this);
  }

  /** The browser stops the tab's timers and messages, as in the background or over a closed lid. */
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

  /** Whether it is in the middle of opening its database, or of a transaction. */
  isBusy(): boolean {
    const { disk } = this.device.profile;
    return [this.page, this.worker].some(({ strand }) => disk.isBusy(strand));
  }

  /** Whether a newer version has taken its database over: it asks to be reloaded. */
  get isOutdated(): boolean {
    return this.page.program.isOutdated();
  }

  /** Runs the world until the tab opens no database; answers false where it waits for others to let one go. */
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
