import { conversionSentences, malwareSentence } from '../../convert/conversion-error.ts';
import { isScannerReady, scanUpload } from '../../convert/scan-upload.ts';
import { log } from '../../log.ts';
import { removeInfected } from '../../purge/remove-files.ts';
import type { Services } from '../../services.ts';
import type { RowOf } from '../../store/deals/collection-rows.ts';
import { waitToConvert, type ConversionSteps } from './wait-to-convert.ts';

const WAITING =
  'Waiting for the malware scanner, which isn’t responding. Conversion starts as soon as it does.';

/**
 * Returns whether the settings require a scanner that isn't available. If so, the document says that it is waiting, and its
 * job is enqueued again. Nothing is converted without a scan.
 */
export async function waitsForScanner(
  services: Services,
  uuid: string,
  steps: ConversionSteps,
): Promise<boolean> {
  const { clamd } = services.settings;
  if (clamd === null || (await isScannerReady(clamd))) return false;
  await waitToConvert(services, uuid, WAITING, steps);
  return true;
}

/**
 * Scans the file of a document before its conversion. Returns true if it can be converted. Otherwise, its bytes are deleted,
 * or it waits.
 */
export async function passesScan(
  services: Services,
  document: RowOf<'documents'>,
  sourcePath: string,
  signal: AbortSignal,
  steps: ConversionSteps,
): Promise<boolean> {
  const { save } = steps;
  const { clamd } = services.settings;
  if (clamd === null) return true;
  const verdict = await scanUpload(clamd, sourcePath, signal);
  const scanned = { scanned_at: services.now(), waiting_reason: null };
  switch (verdict.kind) {
    case 'clean':
      if (document.waiting_reason === null) await note(services, document.uuid, scanned);
      else await save(services, document.uuid, { ...scanned, conversion_status: 'processing' });
      return true;
    case 'infected': {
      log.warn({ document: document.uuid, malware: verdict.name }, 'a document contains malware');
      const error_message = malwareSentence(verdict.name);
      const refused = {
        ...scanned,
        error_message,
        malware: verdict.name,
        conversion_status: 'error',
      } as const;
      await save(services, document.uuid, refused);
      await removeInfected(services, document.file_key);
      return false;
    }
    case 'too_large': {
      const error_message = conversionSentences.too_large_to_scan;
      await save(services, document.uuid, {
        waiting_reason: null,
        error_message,
        conversion_status: 'error',
      });
      return false;
    }
    case 'unavailable':
      log.error({ document: document.uuid, reason: verdict.reason }, 'a document was not scanned');
      await waitToConvert(services, document.uuid, WAITING, steps);
      return false;
    default:
      return verdict satisfies never;
  }
}

/** Records a change that no user sees. */
async function note(
  { db }: Services,
  uuid: string,
  change: Pick<RowOf<'documents'>, 'scanned_at' | 'waiting_reason'>,
): Promise<void> {
  await db.updateTable('documents').set(change).where('uuid', '=', uuid).execute();
}
