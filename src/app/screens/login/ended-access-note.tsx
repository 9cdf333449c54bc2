import { useState } from 'react';
import Download from 'lucide-react/icons/download';
import type { EndedAccess } from '../../../db/queries/account/ended-access.ts';
import { counted } from '../../lib/format/numbers.ts';
import { saveFile } from '../../lib/device/save-file.ts';
import { syncClient } from '../../sync-client.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/status/callout.tsx';
import styles from './login-screen.module.css';

/** An admin has ended somebody's access: says so, and hands out the work that never reached the server. */
export function EndedAccessNote({ ended: { account, reason, unsent } }: { ended: EndedAccess }) {
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    setSaid('');
    try {
      const { userId, email } = account;
      const { archive } = await syncClient().exportUnsentWork({ userId, email });
      saveFile(archive, 'counterpart-unsent-work.zip');
      setSaid('The file is in your downloads.');
    } catch (error) {
      reportError(error);
      setSaid('We couldn’t create the file. Your work is still on this device.');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Callout role="status" className={styles.message}>
      <p>{reason}</p>
      {unsent === 0 ? (
        <p>The transactions were removed from this device. All your work is on the server.</p>
      ) : (
        <>
          <p>
            The transactions were removed from this device. {counted(unsent, 'change', 'changes')} that never
            reached the server {unsent === 1 ? 'is' : 'are'} still here.
          </p>
          <Button icon={<Download aria-hidden="true" />} disabled={busy} onClick={() => void save()}>
            Save unsent work
          </Button>
        </>
      )}
      <p>{said}</p>
    </Callout>
  );
}
