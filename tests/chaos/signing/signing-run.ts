import { setTimeout as pause } from 'node:timers/promises';
import { Random } from '../random.ts';
import { findFaults, other, type Finding } from './find-faults.ts';
import { planSchedule, type Timed } from './schedule.ts';
import { Signer, type SignerBrowser } from './signer.ts';
import { SigningDeal } from './signing-deal.ts';
import type { SigningServer } from './signing-server.ts';

/** If a run isn't finished after this many milliseconds, it never will be. */
const REST_MS = 120_000;

export interface SigningReport {
  seed: number;
  /** Empty if every rule was followed. */
  findings: Finding[];
  /** The number of signatures that were given. */
  signatures: number;
  steps: string[];
  seconds: number;
}

/**
 * People sign with real browsers while the faults of the seed happen. Then all faults end, everyone signs
 * what is left, and the team accepts and releases it. The server must have exactly what the signatories
 * pressed and saw.
 */
export async function runSigningChaos(
  room: SigningServer,
  browsers: readonly SignerBrowser[],
  seed: number,
  { brief = false, log = () => undefined }: { brief?: boolean; log?: (what: string) => void } = {},
): Promise<SigningReport> {
  const began = performance.now();
  const random = new Random(`signing/${seed}`);
  const plan = planSchedule(random.fork('schedule'), { signers: browsers.length, brief });
  const deal = await SigningDeal.open(room, seed, plan);
  const signers: Signer[] = [];
  const findings: Finding[] = [];
  const steps: string[] = [];
  const follow = async <Step extends { kind: string }>(
    who: string,
    planned: readonly Timed<Step>[],
    act: (step: Step, at: number) => Promise<void>,
  ): Promise<void> => {
    for (const [at, { step, thenMs }] of planned.entries()) {
      log(`${who}: ${JSON.stringify(step)}`);
      steps.push(step.kind);
      await act(step, at).catch((error: unknown) =>
        findings.push(other(`${who} at the step “${step.kind}”: ${wordsOf(error)}`)),
      );
      await pause(thenMs);
    }
  };
  try {
    for (const [at, person] of deal.signatories.entries()) {
      const browser = browsers[at];
      if (browser) signers.push(await Signer.open(room, person, browser));
    }
    room.worsen(random.fork('network'));
    await Promise.all([
      ...signers.map(async (signer, at) =>
        follow(signer.person.name, plan.signers[at] ?? [], async (step) => signer.carryOut(step)),
      ),
      follow('the team', plan.team, async (step, at) =>
        step.kind === 'kill the server' ? room.kill(random.fork(`kill/${at}`)) : deal.carryOut(step),
      ),
    ]);
    log('everything is repaired, and everyone signs what is left');
    await room.heal();
    await signEverythingLeft(room, deal, signers);
  } catch (error) {
    findings.push(other(`in the end: ${wordsOf(error)}`));
  } finally {
    await room.heal();
    for (const signer of signers) await signer.close();
  }
  findings.push(...signers.flatMap((signer) => signer.findings.map(lost)));
  findings.push(...(await findFaults({ room, deal, signers })));
  const given = await deal.assignments(['signed_pending_acceptance', 'executed', 'released', 'rejected']);
  const seconds = (performance.now() - began) / 1000;
  return { seed, findings, signatures: given.length, steps, seconds };
}

/**
 * Lets everyone sign what is left, and the team accept and release it. @throws {Error} if this never finishes
 */
async function signEverythingLeft(
  room: SigningServer,
  deal: SigningDeal,
  signers: readonly Signer[],
): Promise<void> {
  const end = performance.now() + REST_MS;
  for (const signer of signers) await signer.settle();
  while ((await deal.assignments(['assigned', 'in_packet', 'sent', 'viewed'])).length > 0) {
    if (performance.now() > end) {
      const shown = await Promise.all(signers.map(async (signer) => signer.shown()));
      throw new Error(`Some pages are never signed. ${shown.join(' ')}`);
    }
    if ((await deal.assignments(['assigned'])).length > 0) await deal.sendUnsent(0);
    await Promise.all(signers.map(async (signer) => signer.goOn({ tab: 0, twice: false })));
  }
  await deal.acceptAll(0);
  const items = await deal.unreleased();
  if (items.length > 0) await deal.release(1, { items });
  while (!(await isSealed(room, deal))) {
    if (performance.now() > end) throw new Error('Some pages are never sealed.');
    await pause(100);
  }
}

/** Returns whether every finished packet and every executed document has its file. */
async function isSealed({ server: { db } }: SigningServer, { uuid }: SigningDeal): Promise<boolean> {
  const packets = await db
    .selectFrom('packets')
    .select('uuid')
    .where('transaction', '=', uuid)
    .where('status', '=', 'completed')
    .where('signed_file_key', 'is', null)
    .execute();
  const documents = await db
    .selectFrom('collations')
    .select('item')
    .where('transaction', '=', uuid)
    .where('collated_at', 'is', null)
    .execute();
  return packets.length + documents.length === 0;
}

function lost(words: string): Finding {
  return { kind: 'lost', words };
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
