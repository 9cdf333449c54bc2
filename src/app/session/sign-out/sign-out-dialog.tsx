import { useLiveQuery } from 'dexie-react-hooks';
import { useBrowserOnline } from '../../lib/device/connectivity.ts';
import { UnsentWork } from '../../sync-status/unsent-work.tsx';
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx';
import { useCopyingAnywhere } from '../../upload-queue/add-files/copying.ts';
import { useMirror } from '../mirror-context.ts';
import { SIGN_OUT } from '../session-copy.ts';
import { hasUnsentWork, signOutQuestion, signOutWork, type SignOutQuestion } from './sign-out-question.ts';
import styles from './sign-out-dialog.module.css';

interface SignOutDialogProps {
  /** The question as it was when the user chose to sign out. */
  asked: SignOutQuestion;
  /** Receives the files that the dialog named. No others are deleted. */
  onConfirm: (files: readonly string[]) => void;
  onClose: () => void;
}

/** Asks before a sign-out with unsent work. Its text follows that work while the dialog is open. */
export function SignOutDialog({ asked, onConfirm, onClose }: SignOutDialogProps) {
  const question = useQuestion(asked);
  const { unsent, rejected, files, copying, lockedOut } = question;
  const sentences = [
    ...(lockedOut === null ? [] : [SIGN_OUT.lockedOut[lockedOut]]),
    ...(copying ? [SIGN_OUT.copying] : []),
    ...(files.length > 0 ? [SIGN_OUT.files(files.length)] : []),
    ...(unsent > 0 ? [SIGN_OUT.unsent(unsent)] : []),
    ...(rejected > 0 ? [SIGN_OUT.rejected(rejected)] : []),
  ];
  return (
    <ConfirmDialog
      title={titleOf(question)}
      confirm={SIGN_OUT.confirm(files.length)}
      disabled={copying}
      onConfirm={() => onConfirm(files)}
      onClose={onClose}
    >
      {sentences.map((sentence) => (
        <p key={sentence} className={styles.question}>
          {sentence}
        </p>
      ))}
      {unsent + rejected + files.length > 0 ? <UnsentWork exportOnly /> : null}
    </ConfirmDialog>
  );
}

function titleOf(question: SignOutQuestion): string {
  if (hasUnsentWork(question)) return SIGN_OUT.titleUnsent;
  return question.lockedOut === null ? SIGN_OUT.title : SIGN_OUT.titleDisconnected;
}

function useQuestion(asked: SignOutQuestion): SignOutQuestion {
  const db = useMirror();
  const online = useBrowserOnline();
  const copying = useCopyingAnywhere(db, asked.copying);
  const work = useLiveQuery(() => signOutWork(db), [db]);
  if (!work) return asked;
  const settled: SignOutQuestion = { unsent: 0, rejected: 0, files: [], copying, lockedOut: null };
  return signOutQuestion(work, { copying, online }) ?? settled;
}
