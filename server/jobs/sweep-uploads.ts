import type { Services } from '../services.ts';
import { INCOMING } from '../storage/object-keys.ts';
import { UPLOAD_KEPT_DAYS, type PartialUploads } from '../storage/partial-uploads.ts';

const DAY_MS = 86_400_000;

/**
 * Removes what was uploaded, in whole or in part, and has stood still for two weeks, whether its document was made or
 * not: a document's own bytes lie elsewhere. Who comes back later uploads anew, from the device.
 */
export async function sweepUploads(
  services: Pick<Services, 'objects' | 'now'>,
  partials: PartialUploads,
): Promise<void> {
  const before = new Date(services.now().getTime() - UPLOAD_KEPT_DAYS * DAY_MS);
  await partials.removeOlderThan(before);
  for await (const { key, modified } of services.objects.list(INCOMING)) {
    if (modified < before) await services.objects.remove(key);
  }
}
