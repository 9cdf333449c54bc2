import { useState } from 'react';
import { shareNotifiedFile } from '../../db/commands/online-calls.ts';
import type { NotificationRow } from '../../db/rows.ts';
import { useOnlineCall } from '../lib/use-online-call.ts';
import { Button } from '../ui/button.tsx';
import styles from './notified-files.module.css';

/** The files that a notification leads to, for the person and, if they say so, for the deal's others. */
export function NotifiedFiles({ notification }: { notification: NotificationRow }) {
  const { uuid, downloadUrls, extraData } = notification;
  const { pending, problem, carryOut } = useOnlineCall();
  const [shared, setShared] = useState(false);
  const share = async () => setShared(await carryOut(shareNotifiedFile(uuid)));
  return (
    <div className={styles.files}>
      {downloadUrls.map((url, index) => (
        <a key={url} href={url} download>
          {downloadUrls.length === 1 ? 'Download' : `Download part ${index + 1}`}
        </a>
      ))}
      {extraData.transaction === undefined || shared ? null : (
        <Button look="quiet" aria-disabled={pending} onClick={() => void share()}>
          Share with the participants
        </Button>
      )}
      <span role="status">{shared ? 'Shared with the participants' : problem}</span>
    </div>
  );
}
