import { isDatabaseClosed, OUTDATED_SENTENCE } from '../../database.ts';
import { isOutdated } from '../../open-database.ts';
import { VIEW_ONLY_SENTENCE } from '../../outbox/view-only.ts';

/** Why a command was not kept on this device, as the person is told. Nothing of it is on the screen either. */
export function commitFailure(error: unknown): string {
  if (isDatabaseClosed(error)) {
    return isOutdated()
      ? OUTDATED_SENTENCE
      : 'Your change could not be kept: the browser closed its storage. Make it again.';
  }
  if (error instanceof Error && error.name === 'ViewOnlyError') return VIEW_ONLY_SENTENCE;
  return isFull(error)
    ? 'Your change could not be kept: there is no room left on this device. Free some space, then make it again.'
    : 'Your change could not be kept on this device. Reload the page, then make it again.';
}

/** Dexie puts its own error around the browser's. */
function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'QuotaExceededError') return true;
  return 'inner' in error && isFull(error.inner);
}
