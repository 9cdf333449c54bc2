import { commitFailure } from '../../../db/commands/tray/commit-failure.ts';
import { pushToast } from '../../toasts/toast-store.ts';
import { keepStorage } from '../device/storage.ts';

/**
 * Starts a command without waiting for it: its effect is on the screen and on disk within a moment. If the commit fails, a toast
 * says so.
 */
export function runCommand(command: Promise<unknown>): void {
  keepStorage();
  command.catch((error: unknown) => {
    reportError(error);
    pushToast({ id: 'not-kept', level: 'error', message: commitFailure(error) });
  });
}
