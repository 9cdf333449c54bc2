import type { MirrorDatabase } from '../../db/database.ts';
import { isMetered } from '../../db/queries/metered.ts';
import { unsentFiles } from '../../db/queries/upload-queue.ts';
import type { Clock } from '../clock.ts';
import { DutyLostError } from '../hold-duty.ts';
import type { Transport } from '../transport.ts';
import type { PostFile } from './post-file.ts';
import { runUploads } from './upload-loop.ts';

/** A page that is only being loaded anew is there again after this, milliseconds. */
const PAGE_RETURNS_MS = 1000;

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
  const goesFirst = async () => {
    await new Promise<void>((resolve) => void clock.after(PAGE_RETURNS_MS, resolve));
    return !signal.aborted && !(await isPageShown());
  };
  if (!(await isLeft())) return false;
  try {
    await runUploads({ ...ports, isMetered }, clock, goesFirst);
  } catch (error) {
    // A page's worker has taken over, which goes on by itself.
    if (!(error instanceof DutyLostError) && !signal.aborted) throw error;
  }
  return isLeft();
}
