import type { MirrorDatabase } from '../../db/database.ts';
import { isMetered } from '../../db/queries/metered.ts';
import { unsentFiles } from '../../db/queries/upload-queue.ts';
import { pause, type Clock } from '../clock.ts';
import { DutyLostError } from '../hold-duty.ts';
import type { Transport } from '../transport.ts';
import type { PostFile } from './post-file.ts';
import { runUploads } from './upload-loop.ts';

/** A page that is only being loaded anew is there again after this, and its worker has the uploads; milliseconds. */
const PAGE_RETURNS_MS = 1000;

/** How often the worker of a page that is there is waited for. */
const MOST_WAITS = 5;

export interface CarrierPorts {
  db: MirrorDatabase;
  /** For what may be lost. */
  relaxed: MirrorDatabase;
  clock: Clock;
  /** Requests in the person's name, which end with the signal. */
  connect: (signal: AbortSignal) => Transport;
  /** Ends when a page takes the uploads back. */
  signal: AbortSignal;
  /** Whether a page is on the screen, whose own worker uploads. */
  isPageShown: () => Promise<boolean>;
  postFile: PostFile;
}

/**
 * The service worker's part: waits until no page's worker has the uploads, and goes on with them until nothing is left
 * that can be sent now (design "Uploads"). Answers whether files are left.
 */
export async function carryUploadsOn(ports: CarrierPorts): Promise<boolean> {
  const { db, clock, signal, isPageShown } = ports;
  const isLeft = async () => (await unsentFiles(db)) > 0;
  for (let waits = 0; waits < MOST_WAITS && !signal.aborted && (await isLeft()); waits += 1) {
    if (await uploadUnlessShown(ports)) break;
    // Not while the uploads are this worker's: the page's is about to ask for them, and goes first.
    if (await isPageShown()) await pause(clock, PAGE_RETURNS_MS, signal);
  }
  return isLeft();
}

/** Uploads once no page's worker does. Answers false, at once, where a page is there to which they belong. */
async function uploadUnlessShown(ports: CarrierPorts): Promise<boolean> {
  const { clock, signal, isPageShown } = ports;
  let goesAhead = false;
  const goesFirst = async () => {
    if (!(await isPageShown())) {
      await pause(clock, PAGE_RETURNS_MS, signal);
      goesAhead = !signal.aborted && !(await isPageShown());
    }
    return goesAhead;
  };
  try {
    await runUploads({ ...ports, isMetered }, clock, goesFirst);
  } catch (error) {
    // A page's worker has taken over, which goes on by itself.
    if (!(error instanceof DutyLostError) && !signal.aborted) throw error;
    return true;
  }
  return goesAhead;
}
