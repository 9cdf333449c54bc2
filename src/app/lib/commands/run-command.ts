import { commitFailure } from '../../../db/commands/tray/commit-failure.ts';
import { pushToast } from '../../toasts/toast-store.ts';
import { keepStorage } from '../device/storage.ts';

/**
 * Lets a command go ahead without waiting for it: it is on the screen and on disk within a moment. Where the disk does
 * not take it, the person is told, for then it is nowhere.
 */
export function runCommand(command: Promise<unknown>): void {
  keepStorage();
  command.catch((error: unknown) => {
    reportError(error);
    pushToast({ id: 'not-kept', level: 'error', message: commitFailure(error) });
  });
}
