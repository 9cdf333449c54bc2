import type { Services } from '../../services.ts';
import { INCOMING } from '../../storage/object-keys.ts';
import { UPLOAD_KEPT_DAYS, type PartialUploads } from '../../storage/partial-uploads.ts';

const DAY_MS = 86_400_000;

/**
 * Deletes uploads, complete or partial, that have not changed for two weeks, whether or not their document was created: a
 * document's own bytes are stored elsewhere. If users return later, their device uploads the file again.
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
