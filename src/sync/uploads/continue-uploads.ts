import type { MirrorDatabase } from '../../db/database.ts';
import { isMetered } from '../../db/queries/offline/metered.ts';
import { uploadWork } from '../../db/queries/documents/file-standing.ts';
import { pause, type Clock } from '../engine/clock.ts';
import { LeaseLostError } from '../engine/lease.ts';
import type { Transport } from '../transport/transport.ts';
import type { PostFile } from './sending/post-file.ts';
import { runUploads } from './upload-loop.ts';

/** A reloading page is back after this time, and its worker has the uploads. Milliseconds. */
const PAGE_RETURNS_MS = 1000;

/**
 * How often to wait for an existing page's worker: from its `pagehide` until the page is gone. A page that stays
 * reports each minute that files are being uploaded, and again when it goes.
 */
const MOST_WAITS = 5;

export interface CarrierPorts {
  db: MirrorDatabase;
  /** A handle for writes that need not be flushed. */
  relaxed: MirrorDatabase;
  clock: Clock;
  /** Requests in the user's name, which end with the signal. */
  connect: (signal: AbortSignal) => Transport;
  /** Ends when a page takes the uploads back. */
  signal: AbortSignal;
  /** Returns whether a page is on the screen, because its own worker uploads. */
  isPageShown: () => Promise<boolean>;
  postFile: PostFile;
}

/**
 * The service worker's part: waits until no page's worker has the uploads, and continues them until nothing is left that can be
 * sent now (SPEC: UP9). Returns whether files are left.
 */
export async function continueUploads(ports: CarrierPorts): Promise<boolean> {
  const { db, clock, signal, isPageShown } = ports;
  const isLeft = async () => {
    const { sends, removes } = await uploadWork(db);
    return sends || removes;
  };
  for (let waits = 0; waits < MOST_WAITS && !signal.aborted && (await isLeft()); waits += 1) {
    if ((await takeTurn(ports)) === 'over') break;
    // Not while the uploads are this worker's, because the page's worker is about to request them, and has priority.
    if (await isPageShown()) await pause(clock, PAGE_RETURNS_MS, signal);
  }
  return isLeft();
}

/** The result of a turn. `left_to_page`: there is a page. `over`: everything was sent, or a page's worker took over. */
type Turn = 'left_to_page' | 'over';

/** Uploads once no page's worker does, unless there is a page that should have the uploads. */
async function takeTurn(ports: CarrierPorts): Promise<Turn> {
  let turn: Turn = 'left_to_page';
  const begin = async () => {
    const begins = !(await pageReturns(ports));
    if (begins) turn = 'over';
    return begins;
  };
  try {
    await runUploads({ ...ports, isMetered }, ports.clock, begin);
  } catch (error) {
    // A page's worker has taken over, and continues.
    if (!(error instanceof LeaseLostError) && !ports.signal.aborted) throw error;
    return 'over';
  }
  return turn;
}

/** Returns whether a page is open, or will be in a moment because it is reloading, or whether the signal came. */
async function pageReturns({ clock, signal, isPageShown }: CarrierPorts): Promise<boolean> {
  if (await isPageShown()) return true;
  await pause(clock, PAGE_RETURNS_MS, signal);
  return signal.aborted || isPageShown();
}
