import { useRef, useSyncExternalStore } from 'react';
import Bell from 'lucide-react/icons/bell';
import { Button } from '../ui/button.tsx';
import { runCommand } from '../lib/commands/run-command.ts';
import {
  askForNotifications,
  notificationPermission,
  watchNotificationPermission,
} from './notification-permission.ts';

/**
 * Has the browser ask whether Counterpart may say that the uploads are done while its window is hidden. Nothing where the
 * person has answered already: browsers ask but once, and only upon a click. `onAnswer` takes the focus, which must not go
 * with the button.
 */
export function NotifyButton({ onAnswer }: { onAnswer: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const permission = useSyncExternalStore(watchNotificationPermission, notificationPermission);
  if (permission !== 'default') return null;
  const ask = async () => {
    const { current } = button;
    await askForNotifications();
    if (current === document.activeElement || document.activeElement === document.body) onAnswer();
  };
  return (
    <Button ref={button} look="quiet" icon={<Bell aria-hidden="true" />} onClick={() => runCommand(ask())}>
      Tell me when done
    </Button>
  );
}
