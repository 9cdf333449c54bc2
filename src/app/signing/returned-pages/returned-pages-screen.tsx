import { useEffect, useRef, useState, type ChangeEvent } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import ScanLine from 'lucide-react/icons/scan-line';
import Upload from 'lucide-react/icons/upload';
import { RETURNED_TYPES } from '../../../contract/rules/documents/check-returned-file.ts';
import type { OnlineCall } from '../../../db/commands/account/online-calls.ts';
import { returnedPagesOf } from '../../../db/queries/signing/packets/returned-pages.ts';
import { runCommand as startCommand } from '../../lib/commands/run-command.ts';
import { useOnlineCall } from '../../lib/commands/use-online-call.ts';
import { useReachable } from '../../lib/device/connectivity.ts';
import { lazyComponent } from '../../lib/loading/lazy-component.tsx';
import { useMirror } from '../../session/mirror-context.ts';
import { useMayEdit } from '../../transaction/may-edit.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/status/callout.tsx';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import { FileDropOverlay } from '../../upload-queue/add-files/file-drop-overlay.tsx';
import { stageFiles } from '../../upload-queue/add-files/stage-files.ts';
import type { AskedReason } from '../packet-page/reason-dialog.tsx';
import { MatchBoard } from './match-board.tsx';
import { ReturnedFiles } from './returned-files.tsx';
import { RETURNED } from './returned-pages-copy.ts';
import { ReviewList } from './review-list.tsx';
import styles from './returned-pages-screen.module.css';

const ReasonDialog = lazyComponent(() =>
  import('../packet-page/reason-dialog.tsx').then((module) => module.ReasonDialog),
);

/** The screen for scans of signed pages: the user adds files, matches pages to signatures, and accepts or rejects them. */
export function ReturnedPagesScreen({
  transaction,
  acceptsFiles,
}: {
  transaction: string;
  acceptsFiles: boolean;
}) {
  const db = useMirror();
  const mayEdit = useMayEdit();
  const isReachable = useReachable();
  const read = useLiveQuery(() => returnedPagesOf(db, transaction), [db, transaction]);
  const { pending, problem, runCommand } = useOnlineCall();
  const [asked, setAsked] = useState<AskedReason | null>(null);
  const screen = useFocusAfterMatching(read?.toMatch.length ?? 0);
  if (!read) return null;
  const { uploads, files, toMatch, toReview } = read;
  const isEmpty = uploads.length === 0 && files.length === 0;
  const isOff = pending || !isReachable;
  const run = (call: OnlineCall) => startCommand(runCommand(call));
  const add = acceptsFiles ? <AddPages transaction={transaction} /> : null;
  return (
    <section ref={screen} tabIndex={-1} className={styles.screen} aria-label={RETURNED.name}>
      {isEmpty ? null : (
        <div className={styles.top}>
          <p className={styles.lead}>{RETURNED.intro}</p>
          {add}
        </div>
      )}
      {isReachable || isEmpty ? null : (
        <Callout tone="warning" role="status">
          {RETURNED.outdated}
        </Callout>
      )}
      {problem === null ? null : (
        <Callout tone="danger" role="alert">
          {problem}
        </Callout>
      )}
      {isEmpty ? (
        <EmptyState icon={<ScanLine aria-hidden="true" />} title={RETURNED.noneTitle} actions={add}>
          {acceptsFiles ? RETURNED.none : RETURNED.noneViewOnly}
        </EmptyState>
      ) : null}
      {mayEdit && toMatch.length > 0 ? <MatchBoard read={read} isOff={isOff} run={runCommand} /> : null}
      {toReview.length > 0 ? (
        <ReviewList pages={toReview} mayEdit={mayEdit} isOff={isOff} run={run} onAsk={setAsked} />
      ) : null}
      {isEmpty ? null : (
        <ReturnedFiles transaction={transaction} read={read} mayEdit={mayEdit} isOff={isOff} run={run} />
      )}
      {acceptsFiles ? <FileDropOverlay transaction={transaction} returned /> : null}
      {asked ? <ReasonDialog asked={asked} onClose={() => setAsked(null)} /> : null}
    </section>
  );
}

/** Moves the focus after the last page is matched and the board unmounts: to the pages to review, or else to the screen. */
function useFocusAfterMatching(left: number) {
  const screen = useRef<HTMLElement>(null);
  const before = useRef(left);
  useEffect(() => {
    const isDone = before.current > 0 && left === 0;
    before.current = left;
    const { current } = screen;
    if (isDone && current && document.activeElement === document.body)
      (current.querySelector<HTMLElement>('[data-review]') ?? current).focus({ preventScroll: true });
  }, [left]);
  return screen;
}

function AddPages({ transaction }: { transaction: string }) {
  const { userId } = useMirror();
  const picker = useRef<HTMLInputElement>(null);
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget;
    const chosen = [...(input.files ?? [])];
    // Otherwise, choosing the same file again would fire no event.
    input.value = '';
    void stageFiles({ userId, transaction, returned: true }, chosen, 'picked');
  };
  return (
    <>
      <Button look="primary" icon={<Upload aria-hidden="true" />} onClick={() => picker.current?.click()}>
        {RETURNED.add}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        multiple
        accept={RETURNED_TYPES}
        aria-label={RETURNED.picker}
        onChange={onChange}
      />
    </>
  );
}
