import { isDatabaseClosed, OUTDATED_SENTENCE } from '../database.ts';
import { isOutdated } from '../open-database.ts';

/** Why a command was not kept on this device, as the person is told. Nothing of it is on the screen either. */
export function reasonNotKept(error: unknown): string {
  if (isDatabaseClosed(error)) {
    return isOutdated()
      ? OUTDATED_SENTENCE
      : 'Your change could not be kept: the browser closed its storage. Make it again.';
  }
  return 'Your change could not be kept on this device. Free some space, then make it again.';
}
