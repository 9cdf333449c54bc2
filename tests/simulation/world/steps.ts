import { cutEdit } from './edits/cut-edits.ts';
import type { Device } from './device.ts';
import { isEdit, makeEdit } from './edits/edits.ts';
import {
  byColleague,
  documentComes,
  filedByColleague,
  packetsElsewhere,
  pageEditedByColleague,
  signedByColleague,
} from './edits/elsewhere.ts';
import { isMember } from './model/model-deal.ts';
import type { Aim, Fault } from './network.ts';
import { pick } from './random.ts';
import type { SigningKind } from './edits/signing-edits.ts';
import { lend, signOut } from './sign-out.ts';
import type { World } from './world.ts';

/**
 * Kinds that are listed twice happen twice as often, because schedules with nothing but faults reveal little.
 */
export const KINDS = [
  'create',
  'create',
  'create',
  'rename',
  'rename',
  'move',
  'move',
  'delete',
  'create item',
  'edit item',
  'create task',
  'edit task',
  'write note',
  'add field',
  'edit field',
  'edit deal',
  'edit document',
  'edit document',
  'delete document',
  'delete document',
  'add documents',
  'add documents',
  'add documents',
  'file version',
  'file version',
  'file version',
  'set version',
  'set version',
  'delete deal',
  'undo',
  'undo',
  'bring back',
  'edit people',
  'archive deal',
  'leave deal',
  'open a deal',
  'discard',
  'set aside',
  'export',
  'import',
  'read notifications',
  'fault',
  'fault',
  'fault',
  'fault',
  'release',
  'release',
  'a moment passes',
  'a moment passes',
  'seconds pass',
  'seconds pass',
  'minutes pass',
  'clock is set',
  'offline',
  'online',
  'tab opens',
  'tab closes',
  'tab crashes',
  'leader sleeps',
  'tab thaws',
  'database is deleted',
  'newer version',
  'try again',
  'disk is full',
  'session ends',
  'sign in',
  'sign in',
  'colleague edits',
  'colleague edits',
  'colleague edits',
  'colleague files',
  'colleague files',
  'colleague files',
  'document comes',
  'document comes',
  'notification comes',
  'access is lost',
  'access returns',
  'access returns',
  'backup',
  'restore',
  'feed forgets',
  'hints are lost',
  'streams break',
] as const;

/** Kinds that `schedule.ts` adds to the others with a separate generator. */
type Rare =
  | 'sign out'
  | 'another signs in'
  | 'edit is cut'
  | SigningKind
  | 'colleague signs'
  | 'colleague edits a page'
  | 'packets are made';

const FAULTS: readonly Fault[] = [
  'request lost',
  'answer lost',
  'answer lost',
  'sent twice',
  'request delayed',
  'answer delayed',
  'answer delayed',
  'portal page',
  'firewall',
  'cut',
  'not modified',
  'too many',
  'broken',
  'refused',
  'refused late',
];

const AIMS: readonly Aim[] = ['any', 'write', 'write', 'content', 'content'];

/** One step of a schedule. `a`, `b` and `c` select among what exists. */
export interface Step {
  kind: (typeof KINDS)[number] | Rare;
  a: number;
  b: number;
  c: number;
  /** The fault; if absent, `b` selects one of `FAULTS`. */
  fault?: Fault;
  /** How many turns the world runs before the next step. From `SETTLED` on, it runs until it is at rest. */
  turns: number;
}

/** From this many turns on, the world comes to rest after the step. */
export const SETTLED = 60;

/** Carries out a step, and then lets the world run for as long as the step says. */
export async function runCommand(world: World, step: Step): Promise<void> {
  world.scheduler.note(step.kind);
  await act(world, step);
  if (step.turns >= SETTLED) await world.scheduler.settle();
  else await world.scheduler.run(step.turns);
}

async function act(world: World, step: Step): Promise<void> {
  const { kind, a, b } = step;
  const { network, scheduler, server } = world;
  const device = pick(world.devices, a);
  const tab = pick(
    // Signed-out people see nothing to work on.
    world.tabs.filter((each) => !each.frozen && !each.device.isOut),
    a,
  );
  if (!device) return;
  if (isEdit(kind)) {
    if (tab) makeEdit(world, tab, kind, step);
    return;
  }
  switch (kind) {
    case 'export':
      tab?.command(async (_, db) => world.exportWork(tab, db));
      return;
    case 'import': {
      const archive = pick(world.archives, b);
      if (archive) tab?.command(async (commands, db) => commands.importUnsentWork(db, archive));
      return;
    }
    case 'fault':
      network.fail(device.name, step.fault ?? pick(FAULTS, b) ?? 'request lost', pick(AIMS, step.c) ?? 'any');
      return;
    case 'release':
      network.release(b);
      return;
    case 'a moment passes':
      return scheduler.advance(50 + b * 40);
    case 'seconds pass':
      return scheduler.advance(500 + b * 150);
    case 'minutes pass':
      return scheduler.advance(12_000 + b * 700);
    case 'clock is set':
      device.profile.clockIsOff = (b - 15) * 600_000;
      return;
    case 'offline':
    case 'online':
      device.setOffline(kind === 'offline');
      return;
    case 'tab opens':
      if (device.tabs.length < 2) device.open(world.deal);
      return;
    case 'tab closes':
    case 'tab crashes':
      return endTab(world, device, step);
    case 'leader sleeps':
      return b % 2 === 0 ? freeze(world, b) : sleep(world, device);
    case 'database is deleted':
      return world.deleteDatabase(device);
    case 'newer version':
      return world.update(device);
    case 'tab thaws':
      for (const each of world.tabs) each.thaw();
      return;
    case 'disk is full':
      device.profile.disk.full = 1 + (b % 4);
      return;
    case 'session ends':
      server.endSession(device.name);
      return;
    case 'sign in':
      if (!world.isSignedIn(device)) device.signIn(b);
      return;
    case 'sign out':
      return signOut(world, device, step);
    case 'another signs in':
      return lend(world, device, step);
    case 'edit is cut':
      return device.isOut ? undefined : cutEdit(world, device, step);
    case 'colleague edits':
      return byColleague(world, step);
    case 'colleague files':
      return filedByColleague(world, step);
    case 'colleague signs':
      return signedByColleague(world, step);
    case 'colleague edits a page':
      return pageEditedByColleague(world, step);
    case 'packets are made':
      return packetsElsewhere(world, step);
    case 'document comes':
      return documentComes(world, step);
    case 'notification comes':
      server.notify(device.userId, world.newId());
      return;
    case 'access is lost':
    case 'access returns':
      setAccess(world, device, kind === 'access returns');
      return;
    case 'backup':
      server.backUp();
      return;
    case 'restore':
      world.restore();
      return;
    case 'feed forgets':
      server.forgetChanges();
      return;
    case 'hints are lost':
      network.lostHints = 1 + (b % 3);
      return;
    case 'streams break':
      network.breakStreams();
  }
}

async function endTab(world: World, device: Device, { kind, b, c }: Step): Promise<void> {
  const tab = pick(device.tabs, b);
  if (!tab) return;
  await world.scheduler.run(c);
  // Not while it opens its database, because a browser cleans up after that by itself.
  if (!(await tab.untilOpened())) return;
  if (kind === 'tab closes') tab.close();
  else tab.crash();
  if (device.tabs.length === 0) device.open(world.deal);
}

async function freeze(world: World, b: number): Promise<void> {
  const tab = pick(
    world.tabs.filter(({ frozen }) => !frozen),
    b,
  );
  if (!tab || tab.device.tabs.every((each) => each === tab || each.frozen)) return;
  // A browser does not freeze a tab that blocks a database for others.
  await tab.untilIdle();
  tab.freeze();
}

/**
 * Freezes the leading tab with everything that it has in progress, long enough for another tab to take the
 * lead.
 */
async function sleep(world: World, device: Device): Promise<void> {
  if (device.tabs.length < 2) device.open(world.deal);
  await world.scheduler.run(SETTLED);
  const leader = device.tabs.find(
    ({ worker }) => worker.strand === device.profile.locks.holder('counterpart-sync'),
  );
  if (!leader || device.tabs.every((each) => each === leader || each.frozen)) return;
  await leader.untilIdle();
  leader.freeze();
  await world.scheduler.advance(15_000);
}

function setAccess(world: World, device: Device, member: boolean): void {
  const deal = world.server.deals.get(world.deal);
  if (deal && isMember(deal, device.userId) !== member) world.server.setMember(deal, device.userId, member);
}
