import { setTimeout as pause } from 'node:timers/promises';
import { basename } from 'node:path';
import { documentName } from '../../../src/contract/rules/documents/check-file.ts';
import type { SigningType } from '../../../src/contract/rules/documents/upload-checks.ts';
import type { SmallDocuments } from '../../browser/support/small-documents.ts';
import { until } from '../../support/until.ts';
import type { MirrorInBrowser } from './mirror-in-browser.ts';
import type { Step } from './schedule.ts';
import type { UploadDevice } from './upload-device.ts';
import type { UploadServer } from './upload-server.ts';
import type { Wish } from './wishes.ts';

/** How many milliseconds a person waits for something to click, and for its effect. */
const PATIENCE_MS = 60_000;

export interface Scene {
  room: UploadServer;
  device: UploadDevice;
  documents: SmallDocuments;
  /** Part of the file names, because files of earlier runs may still be on the screen. */
  seed: number;
  wishes: Wish[];
  /** Faults that end by themselves while other steps continue, such as an outage. */
  passing: Promise<void>[];
  /** Resolves when the server is running again. */
  restarted: Promise<void>;
}

/** @throws {Error} if the app doesn't show what it should */
export async function runStep(scene: Scene, step: Step): Promise<void> {
  const { room, device, passing } = scene;
  switch (step.kind) {
    case 'drop':
      return drop(scene, step.sizes, step.hasty);
    case 'drop on a full disk':
      return device.onFullDisk(step.size / 3, async () => drop(scene, [step.size], false));
    case 'reload':
      return device.reload();
    case 'close all tabs':
      await device.closeTabs();
      return pause(step.forMs);
    case 'stop the service worker':
      return device.stopServiceWorker();
    case 'kill the browser':
      return device.killBrowser();
    case 'kill the server':
      // One kill at a time: a restarting server may finish its start.
      await scene.restarted;
      scene.restarted = room.killServer(step.forMs);
      return undefined;
    case 'cut the wires':
      passing.push(outOfWire(room, step.which, step.forMs));
      return undefined;
    case 'break connections':
      room.api.proxy.breakConnections();
      room.store.proxy.breakConnections();
      return undefined;
    case 'end the session':
      // The server ends the session, so it must be running.
      await scene.restarted;
      return device.endSession();
    case 'rename':
      return rename(scene, step.nth);
    case 'choose a signing type':
      return chooseSigningType(scene, step.nth, step.type);
    case 'remove':
      return remove(scene, step.nth);
    case 'pause':
      return pauseUploads(scene, step.forMs);
  }
}

async function outOfWire(room: UploadServer, which: string, forMs: number): Promise<void> {
  const lines = which === 'both' ? [room.api, room.store] : [which === 'api' ? room.api : room.store];
  await Promise.all(lines.map(async ({ wire }) => wire.cut()));
  await pause(forMs);
  await Promise.all(lines.map(async ({ wire }) => wire.restore()));
}

async function drop(scene: Scene, sizes: readonly number[], hasty: boolean): Promise<void> {
  const { device, documents, wishes } = scene;
  const paths: string[] = [];
  for (const size of sizes)
    paths.push(
      await documents.largePdf(size, `Agreement ${scene.seed}-${wishes.length + paths.length + 1}.pdf`),
    );
  const dropped: Wish[] = [];
  for (const path of paths) {
    const fileName = basename(path);
    dropped.push({
      fileName,
      sha256: await documents.hashOf(path),
      names: [documentName(fileName)],
      signingTypes: ['to_be_signed'],
      fate: 'perhaps',
    });
  }
  const page = await device.onDeal();
  wishes.push(...dropped);
  await device.picker(page).setInputFiles(paths);
  if (hasty) return;
  await until(
    `${paths.length} dropped files are in the queue or refused`,
    async () => {
      const mirror = await device.mirror();
      const said = await page.locator('body').innerText();
      for (const wish of dropped) {
        if (rowOf(mirror, wish)) wish.fate = 'kept';
        else if (said.includes(`${wish.fileName}:`)) wish.fate = 'refused';
      }
      return dropped.every(({ fate }) => fate !== 'perhaps');
    },
    PATIENCE_MS,
  ).catch(async (error: unknown) => {
    throw new Error(`${String(error)} ${await device.shown()}`, { cause: error });
  });
}

/** Returns the file's row on the device: its row in the queue, or its document's. */
function rowOf(
  { files, documents }: MirrorInBrowser,
  { fileName, sha256 }: Wish,
): { name: string; signingType: string } | undefined {
  const file = files.find((row) => row.fileName === fileName);
  if (file?.status === 'REMOVED') return undefined;
  // Once the document exists, the app shows and edits it instead of the file.
  return documents.find((row) => row.sha256 === sha256) ?? file;
}

/** Returns one of the files that are in the queue and have only one possible name. */
function choose(wishes: readonly Wish[], nth: number): { wish: Wish; name: string } | null {
  const seen = wishes.filter(({ fate, names }) => fate === 'kept' && names.length === 1);
  const wish = seen[nth % Math.max(1, seen.length)];
  const name = wish?.names[0];
  return wish && name !== undefined ? { wish, name } : null;
}

async function rename(scene: Scene, nth: number): Promise<void> {
  const chosen = choose(scene.wishes, nth);
  if (!chosen) return;
  const { wish, name } = chosen;
  const next = `${name} (amended)`;
  wish.names.push(next);
  const done = await tryTo(scene, async (page) => {
    const field = page.getByLabel(`Name of ${name}`, { exact: true });
    await field.fill(next, { timeout: PATIENCE_MS });
    await field.press('Enter', { timeout: PATIENCE_MS });
    await until(
      `“${name}” is called “${next}” on the disk`,
      async () => rowOf(await scene.device.mirror(), wish)?.name === next,
      PATIENCE_MS,
    );
  });
  if (done) wish.names = [next];
}

async function chooseSigningType(scene: Scene, nth: number, type: SigningType): Promise<void> {
  const chosen = choose(scene.wishes, nth);
  if (!chosen) return;
  const { wish, name } = chosen;
  wish.signingTypes.push(type);
  const done = await tryTo(scene, async (page) => {
    await page.getByLabel(`Signing type of ${name}`, { exact: true }).selectOption(type, {
      timeout: PATIENCE_MS,
    });
    await until(
      `“${name}” has its signing type on the disk`,
      async () => rowOf(await scene.device.mirror(), wish)?.signingType === type,
      PATIENCE_MS,
    );
  });
  if (done) wish.signingTypes = [type];
}

async function remove(scene: Scene, nth: number): Promise<void> {
  const chosen = choose(scene.wishes, nth);
  if (!chosen) return;
  const { wish, name } = chosen;
  wish.fate = 'perhaps';
  const done = await tryTo(scene, async (page) => {
    await page.getByRole('button', { name: `Delete ${name}`, exact: true }).click({ timeout: PATIENCE_MS });
    await until(
      `“${name}” is off the queue`,
      async () => rowOf(await scene.device.mirror(), wish) === undefined,
      PATIENCE_MS,
    );
  });
  if (done) wish.fate = 'removed';
}

async function pauseUploads(scene: Scene, forMs: number): Promise<void> {
  const page = await scene.device.onDeal();
  const button = page.getByRole('button', { name: 'Pause uploads' });
  // There is nothing to pause, or everything has been sent in the meantime.
  if (!(await button.isVisible())) return;
  await button.click({ timeout: 1000 }).catch(() => undefined);
  await pause(forMs);
  await resumeUploads(scene.device);
}

export async function resumeUploads(device: UploadDevice): Promise<void> {
  const button = (await device.onDeal()).getByRole('button', { name: 'Resume uploads' });
  if (await button.isVisible()) await button.click({ timeout: PATIENCE_MS });
}

/**
 * Does something on the deal's page. Returns false if the session ended and the page disappeared while doing
 * it.
 */
async function tryTo(
  { device }: Scene,
  act: (page: Awaited<ReturnType<UploadDevice['onDeal']>>) => Promise<void>,
): Promise<boolean> {
  const page = await device.onDeal();
  const { signIns } = device;
  try {
    await act(page);
    return true;
  } catch (error) {
    const shown = await device.shown().catch(String);
    await device.onDeal();
    if (device.signIns > signIns) return false;
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${shown}`, { cause: error });
  }
}
