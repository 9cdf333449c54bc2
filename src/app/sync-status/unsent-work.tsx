import { useRef, useState } from 'react';
import Download from 'lucide-react/icons/download';
import FolderInput from 'lucide-react/icons/folder-input';
import { Button } from '../ui/button.tsx';
import { saveFile } from '../lib/device/save-file.ts';
import { useLoadedUser } from '../session/mirror-context.ts';
import { syncClient } from '../sync-client.ts';
import { importResult, UNSENT_FILE } from './sync-dialog-copy.ts';
import styles from './unsent-work.module.css';

interface UnsentWorkProps {
  /** Whether to hide the import. */
  exportOnly?: boolean;
}

/** Exports all unsent work as one file, or imports such a file, and shows the result. */
export function UnsentWork({ exportOnly = false }: UnsentWorkProps) {
  const { account } = useLoadedUser();
  const [result, setResult] = useState('');
  const [busy, setBusy] = useState(false);
  const picker = useRef<HTMLInputElement>(null);

  const run = (work: () => Promise<string>, failure: string) => {
    setBusy(true);
    setResult('');
    work()
      .then(setResult, (error: unknown) => {
        reportError(error);
        setResult(failure);
      })
      .finally(() => setBusy(false));
  };
  const exportWork = async () => {
    const { userId, email } = account;
    const { archive, unreadable } = await syncClient().exportUnsentWork({ userId, email });
    saveFile(archive, fileName(new Date()));
    if (unreadable.length === 0) return UNSENT_FILE.exported;
    return `${UNSENT_FILE.exported} ${UNSENT_FILE.notIncluded(unreadable.join(', '))}`;
  };
  const importWork = async (archive: File) =>
    importResult(await syncClient().importUnsentWork(account.userId, archive));

  return (
    <div>
      <div className={styles.buttons}>
        <Button
          icon={<Download aria-hidden="true" />}
          disabled={busy}
          onClick={() => run(exportWork, UNSENT_FILE.exportFailed)}
        >
          {UNSENT_FILE.export}
        </Button>
        {exportOnly ? null : (
          <>
            <Button
              icon={<FolderInput aria-hidden="true" />}
              disabled={busy}
              onClick={() => picker.current?.click()}
            >
              {UNSENT_FILE.import}
            </Button>
            <input
              ref={picker}
              type="file"
              accept=".zip,application/zip"
              hidden
              aria-label={UNSENT_FILE.picker}
              onChange={({ currentTarget }) => {
                const [archive] = currentTarget.files ?? [];
                // Otherwise, choosing the same file again would fire no event.
                currentTarget.value = '';
                if (archive) run(async () => importWork(archive), UNSENT_FILE.importFailed);
              }}
            />
          </>
        )}
      </div>
      <p role="status" className={styles.said}>
        {result}
      </p>
    </div>
  );
}

function fileName(now: Date): string {
  const [month, day] = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'));
  return `counterpart-unsent-work-${now.getFullYear()}-${month}-${day}.zip`;
}
