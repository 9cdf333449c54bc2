import { setTimeout as pause } from 'node:timers/promises';
import { diagnostics } from '../../src/db/queries/status/diagnostics.ts';
import { addParticipant } from '../server/support/test-server.ts';
import { ChaosProxy } from '../support/chaos-proxy.ts';
import { addUp, countBy } from './chaos-counts.ts';
import { Device } from './device.ts';
import { makeEdit } from './edits.ts';
import { findMiscounts } from './effects.ts';
import { planFaults } from './fault-plan.ts';
import { findDifferences } from './find-differences.ts';
import { Random } from './random.ts';
import type { Person, RealServer } from './real-server.ts';
import { Witness } from './witness.ts';

/** A device is stuck if nothing has changed for this many real milliseconds and this many responses. */
const STILL_MS = 45_000;
const STILL_ANSWERS = 15;

const EDITS = 30;

/** The result of a run. */
export interface RunReport {
  seed: number;
  /** One sentence for each violation; empty if every rule was followed. */
  violations: string[];
  edits: number;
  /** The number of edits in the tray, by error code. */
  refused: Map<string, number>;
  /** The number of requests, by what happened to them. */
  requests: Map<string, number>;
  /** The number of edits, by command name. */
  commands: Map<string, number>;
  kills: number;
  seconds: number;
}

/**
 * Two people, one of them with two tabs, work on one deal at the same time. Their networks fail as the seed
 * determines, and the server is sometimes killed and restarted. Then the networks recover, and everything
 * must be synced.
 */
export async function runChaos(server: RealServer, seed: number): Promise<RunReport> {
  const began = performance.now();
  const random = new Random(String(seed));
  const violations: string[] = [];
  const stopListening = captureEngineErrors((said) => violations.push(said));
  const people = await server.addMembers(2);
  const deal = await openSharedDeal(server, people);
  const devices = await openDevices(server, people, deal, random);
  const witnesses = devices.map((device) => new Witness(device, server.db));
  let kills = 0;
  try {
    const working = devices.map(async (device, index) => work(device, deal, random.fork(`work/${index}`)));
    if (random.fork('kill').chance(0.12)) {
      await pause(200 + random.fork('kill at').below(400));
      await server.kill();
      await server.start();
      kills += 1;
    }
    await Promise.all(working);
    for (const device of devices) await device.heal();
    violations.push(...(await waitUntilSynced(devices)));
    for (const witness of witnesses) violations.push(...(await witness.stop()));
    for (const device of devices) {
      // A mismatch in the feed reloads the whole deal. That repairs it, but it must not happen.
      const { healed } = await diagnostics(device.db);
      if (healed > 0) violations.push(`the feed did not add up ${healed} times`);
    }
    const accounts = await Promise.all(
      devices.map(async ({ person, made, db }) => ({
        user: person.uuid,
        made,
        tray: await db.rejected.toArray(),
      })),
    );
    violations.push(...(await findMiscounts(server.db, accounts)));
    return {
      seed,
      violations,
      edits: devices.reduce((sum, { made }) => sum + made.length, 0),
      refused: countBy(accounts.flatMap(({ tray }) => tray.map(({ code }) => code))),
      requests: addUp(devices.map(({ proxy }) => proxy.met)),
      commands: countBy(devices.flatMap(({ made }) => made.map(({ name }) => name))),
      kills,
      seconds: (performance.now() - began) / 1000,
    };
  } finally {
    for (const witness of witnesses) await witness.stop();
    for (const device of devices) await device.destroy();
    stopListening();
  }
}

/** Creates a deal with some headers and items as the first person, and adds the others as participants. */
async function openSharedDeal(server: RealServer, [first, ...others]: Person[]): Promise<string> {
  if (!first) throw new Error('There is no person to open a deal.');
  const post = async (path: string, body: Record<string, unknown>): Promise<{ uuid: string }> => {
    const answer = await first.client.post(path, body);
    if (answer.status !== 201) throw new Error(`POST ${path} was answered ${answer.status} ${answer.text}`);
    return answer.body;
  };
  const { uuid: transaction } = await post('/transactions/transaction', { name: 'Project Alder' });
  for (let index = 0; index < 4; index += 1) {
    await post('/transactions/element', { transaction, label: `Header ${index}` });
    await post('/transactions/item', { transaction, name: `Item ${index}` });
  }
  // Setting up the deal doesn't count as edits of the run.
  await server.db.deleteFrom('change_log').where('transaction', '=', transaction).execute();
  const services = { db: server.db, now: () => new Date() };
  for (const { email } of others) await addParticipant({ services }, transaction, email);
  return transaction;
}

async function openDevices(
  server: RealServer,
  people: readonly Person[],
  deal: string,
  random: Random,
): Promise<Device[]> {
  const devices: Device[] = [];
  for (const [index, person] of people.entries()) {
    const own = random.fork(`device/${index}`);
    const proxy = await ChaosProxy.open(server.port, planFaults(own.fork('faults')));
    // Some sessions need a refresh right away, even over a failing network.
    const sessionEndsIn = own.chance(0.3) ? 20 * 60 : 12 * 3600;
    const options = { tabs: index === 0 ? 2 : 1, deal, sessionEndsIn, random: own.fork('jitter') };
    devices.push(await Device.open(person, proxy, options));
  }
  return devices;
}

/**
 * Works like a user once the deal has loaded: makes edits with pauses, goes offline and online, closes and
 * opens tabs.
 */
async function work(device: Device, deal: string, random: Random): Promise<void> {
  while (!(await device.shows(deal))) await pause(20);
  for (let step = 0; step < EDITS; step += 1) {
    const own = random.fork(step);
    await makeEdit(device, deal, own.fork('edit'), `${random.seed}-${step}`);
    if (own.chance(0.08)) {
      device.proxy.offline = !device.proxy.offline;
      if (device.proxy.offline) device.proxy.breakConnections();
    }
    if (own.chance(0.08)) {
      const tab = own.below(device.tabs);
      await device.closeTab(tab);
      if (device.tabs === 1 || own.chance(0.5)) await device.openTab(tab, deal);
    }
    // People pause while typing. Some edits happen during requests, others after them.
    await pause(own.chance(0.5) ? 0 : own.below(80));
  }
  for (let tab = 0; tab < device.tabs; tab += 1) await device.openTab(tab, deal);
}

/**
 * Resolves when every device is synced. Returns what is missing if nothing changes anymore. The time this
 * takes depends on the machine, so it gives up once nothing has changed for a while and for a number of
 * responses.
 */
async function waitUntilSynced(devices: readonly Device[]): Promise<string[]> {
  let before = '';
  let movedAt = performance.now();
  let answersThen = 0;
  for (;;) {
    const differences = (await Promise.all(devices.map(findDifferences))).flat();
    if (differences.length === 0) return [];
    const answers = Math.min(...devices.map(({ proxy }) => proxy.met.get('pass') ?? 0));
    const now = differences.join('\n');
    if (now !== before) [before, movedAt, answersThen] = [now, performance.now(), answers];
    if (performance.now() - movedAt > STILL_MS && answers - answersThen > STILL_ANSWERS)
      return differences.map((difference) => `not synced: ${difference}`);
    await pause(50);
  }
}

/** Reports the errors that the engine logs. Returns a function that stops this. */
function captureEngineErrors(onFault: (said: string) => void): () => void {
  const { error } = console;
  console.error = (...said: unknown[]) => onFault(`the engine said: ${said.map(String).join(' ')}`);
  return () => {
    console.error = error;
  };
}
