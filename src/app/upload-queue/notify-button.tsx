import { useRef, useSyncExternalStore } from 'react';
import Bell from 'lucide-react/icons/bell';
import { Button } from '../ui/button.tsx';
import { runCommand } from '../lib/commands/run-command.ts';
import {
  notificationPermission,
  requestNotificationPermission,
  subscribeNotificationPermission,
} from './notification-permission.ts';
import { QUEUE_STATE } from './upload-queue-copy.ts';

/**
 * Asks for permission to show a notification when the uploads are done. Shows nothing once the user has answered, because browsers
 * ask only once. `onAnswer` moves the focus, which would otherwise be lost with the button.
 */
export function NotifyButton({ onAnswer }: { onAnswer: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const permission = useSyncExternalStore(subscribeNotificationPermission, notificationPermission);
  if (permission !== 'default') return null;
  const ask = async () => {
    const { current } = button;
    await requestNotificationPermission();
    if (current === document.activeElement || document.activeElement === document.body) onAnswer();
  };
  return (
    <Button ref={button} look="quiet" icon={<Bell aria-hidden="true" />} onClick={() => runCommand(ask())}>
      {QUEUE_STATE.notify}
    </Button>
  );
}
