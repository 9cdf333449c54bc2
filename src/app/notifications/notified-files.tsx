import { useState } from 'react';
import { shareNotifiedFile } from '../../db/commands/account/online-calls.ts';
import type { NotificationRow } from '../../db/rows.ts';
import { useOnlineCall } from '../lib/commands/use-online-call.ts';
import { Button } from '../ui/button.tsx';
import styles from './notified-files.module.css';

/** The files of a notification: to download, and to share with a deal's participants or, for a report, the other admins. */
export function NotifiedFiles({ notification }: { notification: NotificationRow }) {
  const { uuid, downloadUrls, extraData } = notification;
  const { pending, problem, runCommand } = useOnlineCall();
  const [shared, setShared] = useState(false);
  const share = async () => setShared(await runCommand(shareNotifiedFile(uuid)));
  const readers = extraData.transaction === undefined ? 'the other admins' : 'the participants';
  return (
    <div className={styles.files}>
      {downloadUrls.map((url, index) => (
        <a key={url} href={url} download>
          {downloadUrls.length === 1 ? 'Download' : `Download part ${index + 1}`}
        </a>
      ))}
      {shared ? null : (
        <Button look="quiet" aria-disabled={pending} onClick={() => void share()}>
          Share with {readers}
        </Button>
      )}
      <span role="status">{shared ? `Shared with ${readers}` : problem}</span>
    </div>
  );
}
