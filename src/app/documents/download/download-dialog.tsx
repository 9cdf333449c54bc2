import { useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import type { DownloadKind } from '../../../contract/rules/closing/download-plan.ts';
import { downloadDeal, downloadDocuments } from '../../../db/commands/documents/download-calls.ts';
import type { OnlineCall } from '../../../db/commands/account/online-calls.ts';
import {
  downloadableDocuments,
  type DownloadableDocument,
  type DownloadableDocuments,
} from '../../../db/queries/documents/downloadable-documents.ts';
import { useFlag } from '../../lib/account/use-feature.ts';
import { runCommand as startCommand } from '../../lib/commands/run-command.ts';
import { useOnlineCall } from '../../lib/commands/use-online-call.ts';
import { useReachable } from '../../lib/device/connectivity.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { pushToast } from '../../toasts/toast-store.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/form/checkbox.tsx';
import { Select, SelectField } from '../../ui/form/select.tsx';
import { ModalDialog } from '../../ui/overlay/modal-dialog.tsx';
import { Callout } from '../../ui/status/callout.tsx';
import { DOWNLOAD_DIALOG, HINTS, KINDS } from './download-dialog-copy.ts';
import styles from './download-dialog.module.css';

interface DownloadDialogProps {
  transaction: string;
  /** The items to download; null = all of the deal. */
  items: readonly string[] | null;
  onClose: () => void;
}

/** Asks which kind of file to download for each document, and downloads them. */
export function DownloadDialog(props: DownloadDialogProps) {
  const db = useMirror();
  const { transaction, items } = props;
  const found = useLiveQuery(() => downloadableDocuments(db, transaction, items), [db, transaction, items]);
  return found ? <ShownDialog {...props} found={found} /> : null;
}

type Choice = DownloadKind | 'leave_out';

function ShownDialog({
  transaction,
  items,
  found: { documents, kinds },
  onClose,
}: DownloadDialogProps & { found: DownloadableDocuments }) {
  const reachable = useReachable();
  const { pending, problem, runCommand } = useOnlineCall();
  const mixes = useFlag(transaction, 'CYOA_DOWNLOADS') && documents.length > 1;
  const [asked, setAsked] = useState<DownloadKind | null>(null);
  const [each, setEach] = useState<ReadonlyMap<string, Choice> | null>(null);
  const [first] = kinds;
  const kind = asked !== null && kinds.includes(asked) ? asked : first;
  const choices = each && documents.map((document) => ({ document, choice: choiceOf(document, each, kind) }));
  const chosen =
    choices?.flatMap(({ document: { uuid: item }, choice }) =>
      choice === 'leave_out' ? [] : [{ item, kind: choice }],
    ) ?? [];
  const isEmpty = kind === undefined || (choices !== null && chosen.length === 0);
  const callFor = (all: DownloadKind): OnlineCall => {
    if (choices) return downloadDocuments({ items: chosen });
    return items === null
      ? downloadDeal(transaction, all)
      : downloadDocuments({ items: documents.map(({ uuid }) => uuid), kind: all });
  };
  const download = async () => {
    if (isEmpty) return;
    const isDone = await runCommand(callFor(kind), ({ preparing, leftOut = [] }) => {
      if (preparing !== undefined)
        pushToast({
          id: `preparing-${preparing}`,
          level: 'info',
          message: DOWNLOAD_DIALOG.preparing(preparing),
        });
      if (leftOut.length > 0)
        pushToast({
          id: 'left-out',
          level: 'info',
          lasting: true,
          message: DOWNLOAD_DIALOG.leftOut(leftOut),
        });
    });
    if (isDone) onClose();
  };
  const [only] = documents;
  const title =
    items === null
      ? DOWNLOAD_DIALOG.whole
      : DOWNLOAD_DIALOG.title(documents.length === 1 && only ? only.name : null, documents.length);
  return (
    <ModalDialog
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{DOWNLOAD_DIALOG.cancel}</Button>
          <Button
            look="primary"
            disabled={!reachable || isEmpty}
            aria-disabled={pending}
            onClick={() => startCommand(download())}
          >
            {DOWNLOAD_DIALOG.confirm}
          </Button>
        </>
      }
    >
      {kind === undefined ? <p>{DOWNLOAD_DIALOG.nothing}</p> : null}
      {kind === undefined || choices ? null : (
        <div className={styles.kind}>
          <SelectField
            label={DOWNLOAD_DIALOG.kind}
            options={kinds.map((one) => [one, KINDS[one][documents.length === 1 ? 0 : 1]])}
            value={kind}
            onChoose={setAsked}
            aria-describedby="download-hint"
          />
          <p id="download-hint" className={styles.hint} aria-live="polite">
            {HINTS[kind]}
          </p>
        </div>
      )}
      {mixes && kind !== undefined ? (
        <CheckboxField
          checked={each !== null}
          onChange={(event) => setEach(event.currentTarget.checked ? new Map() : null)}
        >
          {DOWNLOAD_DIALOG.each}
        </CheckboxField>
      ) : null}
      {choices ? (
        <ul className={styles.documents}>
          {choices.map(({ document, choice }) => (
            <li key={document.uuid} className={styles.document}>
              <span className={styles.name} dir="auto">
                {document.name}
              </span>
              <Select<Choice>
                label={DOWNLOAD_DIALOG.kindOf(document.name)}
                options={[
                  ...document.kinds.map((one) => [one, KINDS[one][0]] as const),
                  ['leave_out', DOWNLOAD_DIALOG.leaveOut],
                ]}
                value={choice}
                onChoose={(next) => setEach(new Map(each).set(document.uuid, next))}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {reachable ? null : <Callout role="status">{DOWNLOAD_DIALOG.offline}</Callout>}
      {problem === null ? null : (
        <Callout tone="danger" role="alert">
          {problem}
        </Callout>
      )}
    </ModalDialog>
  );
}

/** Returns the kind chosen for a document; otherwise the kind chosen for all documents, if this one has it. */
function choiceOf(
  { uuid, kinds }: DownloadableDocument,
  each: ReadonlyMap<string, Choice>,
  all: DownloadKind | undefined,
): Choice {
  const chosen = each.get(uuid);
  if (chosen !== undefined && (chosen === 'leave_out' || kinds.includes(chosen))) return chosen;
  const common = kinds.find((kind) => kind === all);
  return common ?? kinds[0] ?? 'leave_out';
}
