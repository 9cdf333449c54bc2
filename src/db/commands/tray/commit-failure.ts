import { isDatabaseClosed, OUTDATED_SENTENCE } from '../../database.ts';
import { isOutdated } from '../../open-database.ts';
import { VIEW_ONLY_SENTENCE } from '../../outbox/view-only.ts';

/** Why a command was not saved on this device, as shown to the user. Its effect isn't shown either. */
export function commitFailure(error: unknown): string {
  if (isDatabaseClosed(error)) {
    return isOutdated()
      ? OUTDATED_SENTENCE
      : 'Your change wasn’t saved because the browser closed its storage. Try again.';
  }
  if (error instanceof Error && error.name === 'ViewOnlyError') return VIEW_ONLY_SENTENCE;
  return isFull(error)
    ? 'Your change wasn’t saved because this device is full. Free up some space, then try again.'
    : 'Your change couldn’t be saved on this device. Reload the page, then try again.';
}

/** Dexie wraps the browser's error in its own. */
function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'QuotaExceededError') return true;
  return 'inner' in error && isFull(error.inner);
}
