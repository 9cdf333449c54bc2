import { Button } from '../ui/button.tsx';
import { ProductMark } from '../ui/product-mark.tsx';
import { SUPPORT_EMAIL } from '../product.ts';
import { reloadPage } from '../upload-queue/use-leave-warning.ts';
import styles from './error-screen.module.css';

/** The generic error screen of core spec 2. */
export function ErrorScreen() {
  return (
    <main className={styles.screen}>
      <ProductMark size={44} />
      <h1 className={styles.title}>Something went wrong</h1>
      <p>
        Please refresh the page. What you entered is kept on this device. If it happens again, write to{' '}
        <a href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</a>.
      </p>
      <Button look="primary" onClick={reloadPage}>
        Refresh the page
      </Button>
    </main>
  );
}
