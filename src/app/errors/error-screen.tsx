import { useEffect, useState } from 'react';
import { supportEmailHere } from '../../db/queries/account/current-user.ts';
import { Button } from '../ui/button.tsx';
import { ProductMark } from '../ui/product-mark.tsx';
import { ERROR_SCREEN } from './errors-copy.ts';
import { refreshPage } from './refresh-page.ts';
import styles from './error-screen.module.css';

/** The error screen (docs/product/app-shell.md, "Errors"). */
export function ErrorScreen() {
  const [support, setSupport] = useState<string | null>(null);
  const [refreshing, setRefreshing] = useState(false);
  // If the address cannot be read either, the text says “your administrator”.
  useEffect(() => void supportEmailHere().then(setSupport, () => undefined), []);
  return (
    <main className={styles.screen}>
      <ProductMark size={44} />
      <h1 className={styles.title}>{ERROR_SCREEN.title}</h1>
      <p>
        {ERROR_SCREEN.text} {ERROR_SCREEN.contact}{' '}
        {support === null ? ERROR_SCREEN.administrator : <a href={`mailto:${support}`}>{support}</a>}.
      </p>
      <Button
        look="primary"
        aria-disabled={refreshing}
        onClick={() => {
          if (refreshing) return;
          setRefreshing(true);
          void refreshPage();
        }}
      >
        {refreshing ? ERROR_SCREEN.refreshing : ERROR_SCREEN.refresh}
      </Button>
    </main>
  );
}
