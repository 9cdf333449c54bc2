import { Random } from './random.ts';
import type { Transaction } from 'dexie';
import type { User } from '../../../src/contract/entities/account/user.ts';
import type { MirrorDatabase } from '../../../src/db/database.ts';
import type { RetryChange } from '../../../src/db/commands/tray/retry-rejected.ts';
import type { OutboxRow, RejectedRow } from '../../../src/db/rows.ts';
import { violationsAtCommit } from './invariants/invariants.ts';
import { Device, type Tab } from './device.ts';
import { driveDisksBy } from './disk.ts';
import { createHeader, createItem, createTask } from './model/model-checklist.ts';
import type { DealState } from './model/model-deal.ts';
import { addDocuments, convertDocuments, createDocument, updateDocument } from './model/model-documents.ts';
import { AT_THE_END } from './model/model-write.ts';
import { ModelServer } from './model/model-server.ts';
import { Network } from './network.ts';
import type { Program } from './program.ts';
import { inspectorOf, type Programs } from './realm.ts';
import { Scheduler } from './scheduler.ts';

/** The devices and tabs at the start. */
export const LAYOUTS = ['one tab', 'two tabs', 'two tabs', 'two devices', 'two people'] as const;

export interface Plan {
  seed: number;
  layout: (typeof LAYOUTS)[number];
}

/** An edit that a person made. The world lists edits by their ids in the outbox. */
export interface Edit {
  device: Device;
  /**
   * `made`: the command reported that the edit is on disk. `unsure`: its page ended before it could report
   * that.
   */
  state: 'unsure' | 'made' | 'failed';
  /**
   * Why it may be missing everywhere: its disk was deleted, the server was restored, or the person discarded
   * it.
   */
  excused: string | null;
  /** The person has discarded or retried it on its device, so it must not return (FILE4). */
  settled: boolean;
  /** Another device has imported it from a file, so each of the two may handle it differently. */
  copied: boolean;
  /** The server has forgotten its response, so a late copy of a rejected edit may be applied. */
  forgotten: boolean;
  /** The elements that it creates. */
  creates: readonly string[];
  /** The rows that it deletes or restores. */
  deletes: readonly string[];
  deal: string;
}

const LOST = 'lost with its disk';

/** Edits that may be missing everywhere although they were not applied, and why. */
const NOT_MISSED: Record<string, string> = {
  // If it is rejected, the user loses nothing (REJ11).
  'notification.read': 'a mark',
  // If the user has lost access to the deal, they have left it anyway (PULL5).
  'transaction.leave': 'an ending',
  'transaction.delete': 'an ending',
};

/** The command that creates items from documents. */
const addedToChecklist = 'documents.add-to-transaction';

let people = 0;

/** Several devices, their tabs, the network and the server, under one scheduler. */
export class World {
  readonly scheduler: Scheduler;
  readonly server: ModelServer;
  readonly network: Network;
  readonly devices: Device[] = [];
  readonly edits = new Map<string, Edit>();
  /** Elements that were deleted on a device, by its name. It need not show them. */
  readonly deletedOn = new Map<string, Set<string>>();
  /** The owner of the devices, the colleague who works elsewhere, and a person who is added to deals. */
  readonly people: readonly User[];
  readonly deal: string;
  /** A copy of the program, whose rules check what the program did. */
  readonly inspector: Program;
  /** The deal's file that was edited last. */
  lastFile: string | null = null;
  /** Violations that existed only for a moment, between two steps. */
  readonly flickers: string[] = [];
  /** The files of unsent work that people have exported. */
  readonly archives: Blob[] = [];
  readonly #ids: Random;

  private constructor(plan: Plan, programs: Programs) {
    this.inspector = inspectorOf(programs.current);
    this.scheduler = new Scheduler(plan.seed);
    driveDisksBy(this.scheduler);
    this.#ids = new Random(plan.seed ^ 0x5bd1e995);
    this.server = new ModelServer(() => this.scheduler.now);
    this.network = new Network(this.scheduler, this.server);
    this.people = ['Margaret', 'Priya', 'Daniel'].map((name) => this.server.addUser(this.#newPerson(), name));
    this.deal = this.newId();
  }

  /** Creates a world in which every device is synced with a deal of some lines. */
  static async begin(plan: Plan, programs: Programs): Promise<World> {
    const world = new World(plan, programs);
    await world.#populate(plan, programs);
    return world;
  }

  async #populate({ layout }: Plan, programs: Programs): Promise<void> {
    const [first, second] = this.people;
    if (!first || !second) return;
    const deal = this.server.addDeal(this.deal, [first.uuid, second.uuid]);
    for (let line = 0; line < 5; line += 1) {
      this.server.write(deal, second.uuid, (write) => {
        const uuid = this.newId();
        if (line % 3 === 1) createItem(write, uuid, this.newId(), `Document ${line}`);
        else createHeader(write, uuid, `Header ${line}`, 'top', undefined);
      });
    }
    this.#file(deal, second.uuid);
    this.server.write(deal, second.uuid, (write) =>
      createTask(write, this.newId(), this.newId(), 'Order the searches', AT_THE_END),
    );
    const around = {
      scheduler: this.scheduler,
      network: this.network,
      runnable: programs.current,
      newer: programs.newer,
      onEdit: (device: Device, row: OutboxRow, transaction: Transaction) =>
        this.#note(device, row, transaction),
    };
    this.devices.push(await Device.make('laptop', first, around));
    if (layout === 'two devices') this.devices.push(await Device.make('desktop', first, around));
    if (layout === 'two people') this.devices.push(await Device.make('colleague', second, around));
    for (const device of this.devices) {
      device.profile.disk.onShown = () => {
        this.flickers.push(...violationsAtCommit(this, device));
      };
      device.open(this.deal);
      device.signIn();
    }
    if (layout === 'two tabs') this.devices[0]?.open(this.deal);
    await this.scheduler.settle();
  }

  /** Creates a document with two versions, and files in the upload queue. */
  #file(deal: DealState, by: string): void {
    const files = Array.from({ length: 5 }, () => this.newId());
    const [first = '', second = ''] = files;
    const placed = { document_id: first, item_uuid: this.newId(), element_uuid: this.newId() };
    this.server.write(deal, by, (write) => {
      for (const [index, uuid] of files.entries()) createDocument(write, uuid, `Upload ${index}`, true);
    });
    this.server.write(deal, by, (write) => addDocuments(write, [placed]));
    this.server.write(deal, by, (write) => updateDocument(write, second, { item_id: placed.item_uuid }));
  }

  /** Returns an id that depends on the seed. */
  newId(): string {
    const digits = Array.from({ length: 32 }, () => this.#ids.below(16).toString(16)).join('');
    return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-7${digits.slice(13, 16)}-8${digits.slice(17, 20)}-${digits.slice(20)}`;
  }

  /**
   * Returns an id that no other world of this process uses, because reused shells still know people of their
   * earlier worlds.
   */
  #newPerson(): string {
    people += 1;
    return people.toString(16).padStart(8, '0') + this.newId().slice(8);
  }

  get tabs(): Tab[] {
    return this.devices.flatMap(({ tabs }) => tabs);
  }

  /** Returns the server's deals that this person can see. */
  dealsOf(userId: string): DealState[] {
    return this.server.dealsOf(userId);
  }

  /** Records that a page adds an edit to its outbox. Its transaction shows whether the edit stays there. */
  #note(device: Device, row: OutboxRow, transaction: Transaction): void {
    const { id, lane, name, creates, touches } = row;
    if (name.endsWith('.delete')) for (const uuid of touches) this.#deleted(device, uuid);
    const known = this.edits.get(id);
    if (known) return this.#noteTakenIn(device, known, transaction);
    const edit: Edit = {
      device,
      state: 'unsure',
      excused: NOT_MISSED[name] ?? null,
      settled: false,
      copied: false,
      forgotten: false,
      creates: elementsAmong(name, creates),
      deletes: /\.(delete|restore)$/.test(name) ? touches : [],
      deal: lane,
    };
    this.edits.set(id, edit);
    transaction.on('complete', () => {
      edit.state = 'made';
    });
    transaction.on('abort', () => {
      edit.state = 'failed';
    });
  }

  /** Records that an edit was imported from a file: on its own device, which had lost it, or on another. */
  #noteTakenIn(device: Device, edit: Edit, transaction: Transaction): void {
    if (edit.device !== device) {
      edit.copied = true;
      return;
    }
    transaction.on('complete', () => {
      edit.state = 'made';
      if (edit.excused === LOST) edit.excused = null;
    });
  }

  /** Exports all unsent work to a file. */
  async exportWork({ device, page }: Tab, db: MirrorDatabase): Promise<void> {
    const { userId, email } = device;
    const now = new Date(page.clock.now());
    const { archive } = await page.program.commands.exportUnsentWork(db, { userId, email }, now);
    this.archives.push(archive);
  }

  /** Returns whether both the device and the server consider the person signed in. */
  isSignedIn(device: Device): boolean {
    return device.hasSession && this.server.isSignedIn(device.name, device.userId);
  }

  /**
   * Restores the server's backup. This undoes later changes, which then exist only on their authors' devices.
   */
  restore(): void {
    const { undone, forgotten } = this.server.restore();
    for (const id of undone) if (!this.#isKept(id)) this.excuse(id, 'undone by the restore');
    for (const id of forgotten) {
      const edit = this.edits.get(id);
      if (edit) edit.forgotten = true;
    }
    for (const edit of this.edits.values()) edit.creates = [];
  }

  /**
   * Returns whether the device keeps the edit as acknowledged and has pulled it, so that it will go to the
   * tray (LOST1). A restore takes longer than the time between an acknowledgment and the pull that includes
   * it. A sign-out in progress wipes the edit (AUTH11).
   */
  #isKept(id: string): boolean {
    const edit = this.edits.get(id);
    if (!edit || edit.deal !== this.deal || edit.device.isLeaving) return false;
    const has = (table: string): boolean =>
      edit.device.rows<{ id: string }>(table).some((row) => row.id === id);
    return has('sent') && !has('outbox');
  }

  /** Returns whether the device still keeps an edit as acknowledged that a restore has undone. */
  isUndone(id: string): boolean {
    const edit = this.edits.get(id);
    const isSent = edit?.device.rows<{ id: string }>('sent').some((row) => row.id === id);
    return isSent === true && !this.server.applied.includes(id);
  }

  /** Deletes the person's mirror, as a browser does when site data is cleared: unsent edits are lost with it. */
  async deleteDatabase(device: Device): Promise<void> {
    for (const tab of device.tabs) if (!(await tab.untilOpened())) return;
    device.profile.disk.deleteDatabase(`counterpart-${device.userId}`);
    device.lostAt = this.scheduler.now;
    device.kept = [];
    device.leaving.lost = true;
    for (const [id, edit] of this.edits) {
      if (edit.device !== device) continue;
      this.excuse(id, LOST);
      edit.settled = false;
      edit.creates = [];
    }
  }

  /** Opens a tab with a newer version of the app, which takes over the stores from the others. */
  async update(device: Device): Promise<void> {
    if (device.updated) return;
    for (const tab of device.tabs) if (!(await tab.untilOpened())) return;
    device.updated = true;
    device.open(this.deal);
  }

  /** Retries a rejected edit: new edits replace it and its dependent edits. */
  async tryAgain(tab: Tab, rejected: RejectedRow, db: MirrorDatabase, change: RetryChange): Promise<void> {
    const place = new Set([rejected.id]);
    for (const { id, because } of tab.device.rows<RejectedRow>('rejected')) {
      if (because === rejected.id) place.add(id);
    }
    for (const id of place) this.excuse(id, 'tried again');
    const { lostAt } = tab.device;
    const outcome = await tab.page.program.commands.retryRejected(db, rejected.id, change);
    if (outcome === 'retried') this.#settle(tab.device, rejected.id, lostAt);
  }

  /** Discards a rejected edit with its dependent edits. */
  async discard(tab: Tab, rejected: RejectedRow, db: MirrorDatabase): Promise<void> {
    for (const { id, because } of tab.device.rows<RejectedRow>('rejected')) {
      if (id === rejected.id || because === rejected.id) this.excuse(id, 'discarded');
    }
    const { lostAt } = tab.device;
    await tab.page.program.commands.discardRejected(db, rejected.id);
    this.#settle(tab.device, rejected.id, lostAt);
  }

  /** Marks the edit as settled, unless the device's record of it has been deleted in the meantime. */
  #settle(device: Device, id: string, lostAt: number): void {
    const edit = this.edits.get(id);
    if (edit?.device === device && device.lostAt === lostAt) edit.settled = true;
  }

  /** From now on, the edit may be missing everywhere. */
  excuse(id: string, reason: string): void {
    const edit = this.edits.get(id);
    if (edit) edit.excused ??= reason;
  }

  /** From now on, the device need not show the element. */
  #deleted(device: Device, element: string): void {
    const known = this.deletedOn.get(device.name);
    if (known) known.add(element);
    else this.deletedOn.set(device.name, new Set([element]));
  }

  /** Ends the world. `well`: there were no violations. */
  async end(well: boolean): Promise<void> {
    const stopped = well ? this.tabs.filter((tab) => !tab.isOutdated && !tab.isBusy()) : [];
    for (const tab of stopped) tab.stop();
    if (well) await this.scheduler.advance(1000);
    for (const tab of this.tabs) {
      if (stopped.includes(tab)) tab.retire();
      else tab.crash();
    }
    // Shells that are reused still have references to these.
    for (const { profile } of this.devices) profile.disk.clear();
    this.devices.length = 0;
    this.server.clear();
    this.edits.clear();
  }

  /** Ends all faults and completes everything pending, with everyone awake and signed in. */
  async heal(): Promise<void> {
    this.network.heal();
    for (const deal of this.server.deals.values()) this.server.write(deal, '', convertDocuments);
    for (const device of this.devices) {
      device.profile.disk.full = 0;
      for (const tab of device.tabs) tab.thaw();
      device.setOffline(false);
    }
    await this.scheduler.advance(1000);
    for (const device of this.devices) {
      for (const tab of device.tabs) if (tab.isOutdated) tab.close();
      if (device.tabs.length === 0) device.open(this.deal);
    }
    await this.scheduler.settle();
    for (const device of this.devices) {
      if (!this.isSignedIn(device)) device.signIn();
    }
    await this.scheduler.settle();
  }
}

/** Returns the elements among the rows that an edit creates. */
function elementsAmong(name: string, creates: readonly string[]): string[] {
  if (['header.create', 'item.create', 'task.create'].includes(name)) return creates.slice(-1);
  // For each document: its item, then its element.
  return name === addedToChecklist ? creates.filter((_, index) => index % 2 === 1) : [];
}
