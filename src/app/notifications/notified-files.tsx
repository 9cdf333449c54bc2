import { useState } from 'react';
import { shareNotifiedFile } from '../../db/commands/account/online-calls.ts';
import type { NotificationRow } from '../../db/rows.ts';
import { useOnlineCall } from '../lib/commands/use-online-call.ts';
import { Button } from '../ui/button.tsx';
import { NOTIFICATIONS } from './notifications-copy.ts';
import styles from './notified-files.module.css';

/** Downloads the files of a notification, and shares them with the deal's participants or, for a report, with other admins. */
export function NotifiedFiles({ notification }: { notification: NotificationRow }) {
  const { uuid, downloadUrls, extraData } = notification;
  const { pending, problem, runCommand } = useOnlineCall();
  const [shared, setShared] = useState(false);
  const share = async () => setShared(await runCommand(shareNotifiedFile(uuid)));
  const readers = extraData.transaction === undefined ? 'admins' : 'participants';
  return (
    <div className={styles.files}>
      {downloadUrls.map((url, index) => (
        <a key={url} href={url} download>
          {downloadUrls.length === 1 ? NOTIFICATIONS.download : NOTIFICATIONS.downloadPart(index + 1)}
        </a>
      ))}
      {shared ? null : (
        <Button look="quiet" aria-disabled={pending} onClick={() => void share()}>
          {NOTIFICATIONS.share[readers]}
        </Button>
      )}
      <span role="status">{shared ? NOTIFICATIONS.shared[readers] : problem}</span>
    </div>
  );
}
