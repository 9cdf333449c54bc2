import { comeBack } from './elsewhere-link.ts';
import styles from '../signing-room.module.css';
import { SigningRoom } from '../signing-room.tsx';

const token = comeBack();

/**
 * The page to which DocuSign sends a signatory back. It opens the room of their link, if this tab went to DocuSign from there.
 */
export function ReturnEntry() {
  if (token !== null) return <SigningRoom token={token} />;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <strong>Counterpart</strong>
      </header>
      <main className={styles.main}>
        <h1>You’re back from DocuSign</h1>
        <p>
          To see whether we received your signature, and to download your copy, open the link in your email
          again.
        </p>
      </main>
    </div>
  );
}
