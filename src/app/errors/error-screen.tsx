import { useEffect, useState } from 'react';
import { supportEmailHere } from '../../db/queries/account/current-user.ts';
import { Button } from '../ui/button.tsx';
import { ProductMark } from '../ui/product-mark.tsx';
import { reloadPage } from '../session/leave-warning.ts';
import styles from './error-screen.module.css';

/** The generic error screen of docs/product/app-shell.md, "Errors". */
export function ErrorScreen() {
  const [support, setSupport] = useState<string | null>(null);
  // Where that cannot be read either, it is said without.
  useEffect(() => void supportEmailHere().then(setSupport, () => undefined), []);
  return (
    <main className={styles.screen}>
      <ProductMark size={44} />
      <h1 className={styles.title}>Something went wrong</h1>
      <p>
        Please refresh the page. What you have done is kept on this device; what was half typed may be lost.
        If it happens again, write to{' '}
        {support === null ? 'your administrator' : <a href={`mailto:${support}`}>{support}</a>}.
      </p>
      <Button look="primary" onClick={reloadPage}>
        Refresh the page
      </Button>
    </main>
  );
}
