import {
  noInk,
  NOT_A_PICTURE,
  PICTURE_DAMAGED,
  PICTURE_TOO_LARGE,
} from '../../../../src/contract/rules/signing/fields/signature-picture.ts';
import type { PicturedSignature } from '../../../../src/contract/entities/signing/signing-room.ts';
import { FairQueue, QueueFull } from '../../../auth/fair-queue.ts';
import { ConversionError } from '../../../convert/conversion-error.ts';
import { readSignature } from '../../../convert/pictures/read-signature.ts';
import type { RedrawnSignature } from '../../../convert/pictures/redrawn-signature.ts';
import { ReaderUnavailable } from '../../../convert/readers/run-reader.ts';
import { log } from '../../../log.ts';
import { invalid, Refusal } from '../../../refusal.ts';
import type { Services } from '../../../services.ts';
import type { LinkHolder } from '../../../store/deals/packets/link-holder.ts';
import type { AdoptedPictures } from '../../../store/deals/packets/packet-tables.ts';
import { findLink } from '../../../store/deals/packets/signing-links.ts';

/** The number of pictures redrawn at once. Each takes a process that reads it. A room waits half a minute for the response. */
const redrawings = new FairQueue({ atOnce: 2, mostWaiting: 50, longestWaitMs: 10_000 });

/**
 * Redraws the pictures with which the holder of an open link wants to sign. They aren't parsed in this process.
 * @returns undefined if the link isn't open
 * @throws {Refusal} `invalid` if a picture can't be used; `unavailable` if too many are being redrawn
 */
export async function redrawPictures(
  services: Services,
  holder: LinkHolder,
  { signature, initials }: PicturedSignature,
): Promise<AdoptedPictures | undefined> {
  const link = await findLink(services.db, holder, services.now());
  if (link?.state !== 'open') return undefined;
  const { workDir } = services.settings;
  try {
    return await redrawings.run([link.packet.uuid], async () => ({
      signature: await redraw(signature, 'signature', workDir),
      initials: initials === null ? null : await redraw(initials, 'initials', workDir),
    }));
  } catch (error) {
    if (!isBusy(error)) throw error;
    const sentence = 'The server is too busy to check this picture. Try again in a moment.';
    throw new Refusal('unavailable', sentence, { retryAfter: 10 }, error);
  }
}

async function redraw(
  picture: string,
  what: 'signature' | 'initials',
  workRoot: string,
): Promise<RedrawnSignature> {
  try {
    const redrawn = await readSignature(Buffer.from(picture, 'base64'), workRoot);
    if (redrawn === null) throw invalid(noInk(what), 'picture');
    return redrawn;
  } catch (error) {
    if (!(error instanceof ConversionError) || isBusy(error)) throw error;
    const { code, detail } = error;
    log.warn({ code, detail }, 'a picture of a signature could not be read');
    throw invalid(sentenceFor(code), 'picture');
  }
}

function sentenceFor(code: ConversionError['code']): string {
  if (code === 'not_a_document') return NOT_A_PICTURE;
  return code === 'too_large' ? PICTURE_TOO_LARGE : PICTURE_DAMAGED;
}

/**
 * Returns whether the machine, not the picture, caused the failure. The limit on the process's CPU time is separate from the
 * limit on wall time.
 */
function isBusy(error: unknown): boolean {
  if (error instanceof QueueFull || error instanceof ReaderUnavailable) return true;
  return error instanceof ConversionError && error.code === 'timed_out';
}
