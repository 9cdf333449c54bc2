import { setTimeout as pause } from 'node:timers/promises';
import { makeSmallDocuments } from '../../browser/support/small-documents.ts';
import { Random } from '../random.ts';
import { runStep, resumeUploads, type Scene } from './carry-out-step.ts';
import { findFaults, type Finding } from './find-faults.ts';
import { planSchedule, type Step } from './schedule.ts';
import type { UploadDevice } from './upload-device.ts';
import type { UploadServer } from './upload-server.ts';

/** If nothing changes for this many milliseconds after all faults have ended, nothing will. */
const STILL_MS = 90_000;

export interface UploadReport {
  seed: number;
  /** Empty if every rule was followed. */
  findings: Finding[];
  /** The content of the screen and the browser's mirror, if a rule was broken. */
  seen: string;
  /** How many files were dropped. */
  files: number;
  steps: Step['kind'][];
  seconds: number;
}

/**
 * A person uploads to a new deal while the faults of the seed happen. Then all faults end. Every file that
 * the app has shown in its queue must be on the server: once, complete, and as last edited.
 */
export async function runUploadChaos(
  room: UploadServer,
  device: UploadDevice,
  seed: number,
  { brief = false, log = () => undefined }: { brief?: boolean; log?: (what: string) => void } = {},
): Promise<UploadReport> {
  const began = performance.now();
  const random = new Random(`uploads/${seed}`);
  const { storeRate, steps } = planSchedule(random.fork('schedule'), brief);
  const deal = await device.person.client.post('/transactions/transaction', { name: 'Project Alder' });
  await device.enter(deal.body.uuid);
  const documents = await makeSmallDocuments();
  const scene: Scene = {
    room,
    device,
    documents,
    seed,
    wishes: [],
    passing: [],
    restarted: Promise.resolve(),
  };
  const findings: Finding[] = [];
  let seen = '';
  try {
    room.store.wire.slowTo(storeRate);
    room.worsen(random.fork('network'));
    for (const { step, thenMs } of steps) {
      log(JSON.stringify(step));
      await runStep(scene, step).catch((error: unknown) => findings.push(inWords(step, error)));
      await pause(thenMs);
    }
    log('all faults have ended');
    await Promise.all([scene.restarted, ...scene.passing]);
    await room.heal();
    log('waiting for all uploads to finish');
    await device.tryAgainNow();
    await resumeUploads(device);
    findings.push(...(await waitUntilSettled(scene)));
    if (findings.length > 0) seen = await whatIsLeft(device);
  } catch (error) {
    findings.push({ kind: 'other', words: `in the end: ${errorWords(error)}` });
    seen = await whatIsLeft(device);
  } finally {
    await Promise.all([scene.restarted, ...scene.passing]);
    await room.heal();
    await documents.remove();
  }
  return {
    seed,
    findings,
    seen,
    files: scene.wishes.length,
    steps: steps.map(({ step }) => step.kind),
    seconds: (performance.now() - began) / 1000,
  };
}

/** Returns the content of the page and the mirror after a run that broke a rule. */
async function whatIsLeft(device: UploadDevice): Promise<string> {
  const [shown, mirror] = await Promise.all([
    device.shown().catch(errorWords),
    device.mirror().then((rows) => JSON.stringify(rows), errorWords),
  ]);
  return `${shown}\n${mirror}`;
}

function inWords(step: Step, error: unknown): Finding {
  return { kind: 'other', words: `at the step “${step.kind}”: ${errorWords(error)}` };
}

function errorWords(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Resolves when nothing is wrong. Returns what is still wrong once nothing changes anymore. */
async function waitUntilSettled({ room, device, wishes }: Scene): Promise<Finding[]> {
  let before = '';
  let movedAt = performance.now();
  for (;;) {
    const findings = await findFaults(room, device, wishes);
    if (findings.length === 0) return [];
    const now = JSON.stringify(findings);
    if (now !== before) [before, movedAt] = [now, performance.now()];
    if (performance.now() - movedAt > STILL_MS) return findings;
    await pause(100);
  }
}
