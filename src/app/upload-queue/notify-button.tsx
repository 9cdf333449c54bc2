import { useState } from 'react';
import Bell from 'lucide-react/icons/bell';
import { Button } from '../parts/button.tsx';
import { carryOut } from '../parts/carry-out.ts';

/**
 * Has the browser ask whether Counterpart may say that the uploads are done while its window is hidden. Nothing where the
 * person has answered already: browsers ask but once, and only upon a click.
 */
export function NotifyButton() {
  const [permission, setPermission] = useState(currentPermission);
  if (permission !== 'default') return null;
  const ask = async () => setPermission(await Notification.requestPermission());
  return (
    <Button look="quiet" icon={<Bell aria-hidden="true" />} onClick={() => carryOut(ask())}>
      Tell me when done
    </Button>
  );
}

function currentPermission(): NotificationPermission {
  return 'Notification' in window ? Notification.permission : 'denied';
}
