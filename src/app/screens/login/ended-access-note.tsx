import { useState } from 'react';
import Download from 'lucide-react/icons/download';
import type { EndedAccess } from '../../../db/queries/account/ended-access.ts';
import { saveFile } from '../../lib/device/save-file.ts';
import { syncClient } from '../../sync-client.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/status/callout.tsx';
import { ENDED_ACCESS } from './login-copy.ts';
import styles from './login-screen.module.css';

/** Says that an admin ended a user's access, and saves work that never reached the server. */
export function EndedAccessNote({ ended: { account, reason, unsent } }: { ended: EndedAccess }) {
  const [result, setResult] = useState('');
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    setResult('');
    try {
      const { userId, email } = account;
      const { archive } = await syncClient().exportUnsentWork({ userId, email });
      saveFile(archive, 'counterpart-unsent-work.zip');
      setResult(ENDED_ACCESS.saved);
    } catch (error) {
      reportError(error);
      setResult(ENDED_ACCESS.failed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Callout role="status" className={styles.message}>
      <p>{reason}</p>
      {unsent === 0 ? (
        <p>{ENDED_ACCESS.nothingUnsent}</p>
      ) : (
        <>
          <p>{ENDED_ACCESS.unsent(unsent)}</p>
          <Button icon={<Download aria-hidden="true" />} disabled={busy} onClick={() => void save()}>
            {ENDED_ACCESS.save}
          </Button>
        </>
      )}
      <p>{result}</p>
    </Callout>
  );
}
