import { useLiveQuery } from 'dexie-react-hooks';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { counted } from '../lib/format/numbers.ts';
import { useBrowserOnline } from '../lib/device/connectivity.ts';
import { UnsentWork } from '../sync-status/unsent-work.tsx';
import { useCopyingAnywhere } from './use-copying-anywhere.ts';
import { useMirror } from './mirror-context.ts';
import { signOutQuestion, signOutWork, type SignOutQuestion } from './sign-out-question.ts';
import styles from './sign-out-dialog.module.css';

interface SignOutDialogProps {
  /** What was to be asked when the person wanted to sign out. */
  asked: SignOutQuestion;
  /** Deletes the files that the dialog spoke of, and no other. */
  onConfirm: (files: readonly string[]) => void;
  onClose: () => void;
}

/** Asks a person who signs out with unsent work; what it says follows that work while it stands open. */
export function SignOutDialog({ asked, onConfirm, onClose }: SignOutDialogProps) {
  const { title, kept, refused, files, copying, lockedOut } = useQuestion(asked);
  return (
    <ConfirmDialog
      title={title}
      confirm={
        files.length > 0 ? `Delete ${counted(files.length, 'file', 'files')} and sign out` : 'Sign out'
      }
      disabled={copying}
      onConfirm={() => onConfirm(files)}
      onClose={onClose}
    >
      {lockedOut === null ? null : <p className={styles.question}>{lockedOut}</p>}
      {copying ? (
        <p className={styles.question}>
          Files are still being copied to this device. You can sign out once they are here.
        </p>
      ) : null}
      {files.length > 0 ? <p className={styles.question}>{filesInWords(files.length)}</p> : null}
      {kept > 0 ? <p className={styles.question}>{keptInWords(kept)}</p> : null}
      {refused > 0 ? <p className={styles.question}>{refusedInWords(refused)}</p> : null}
      {kept + refused + files.length > 0 ? <UnsentWork exportOnly /> : null}
    </ConfirmDialog>
  );
}

function useQuestion(asked: SignOutQuestion): SignOutQuestion {
  const db = useMirror();
  const online = useBrowserOnline();
  const copying = useCopyingAnywhere(db, asked.copying);
  const work = useLiveQuery(() => signOutWork(db), [db]);
  if (!work) return asked;
  const settled = { title: 'Sign out?', kept: 0, refused: 0, files: [], copying, lockedOut: null };
  return signOutQuestion(work, { copying, online }) ?? settled;
}

function filesInWords(count: number): string {
  const [are, them, they] = count === 1 ? ['file is', 'it', 'it is'] : ['files are', 'them', 'they are'];
  return `${count} ${are} not on the server. Signing out deletes ${them} from this device: see that ${they} uploaded, or export your unsent work first.`;
}

function keptInWords(count: number): string {
  return count === 1
    ? '1 change has not reached the server. It stays on this device and goes out when you sign in here again.'
    : `${count} changes have not reached the server. They stay on this device and go out when you sign in here again.`;
}

function refusedInWords(count: number): string {
  return count === 1
    ? '1 change needs your decision. It stays on this device until you sign in here again and decide on it.'
    : `${count} changes need your decision. They stay on this device until you sign in here again and decide on them.`;
}
