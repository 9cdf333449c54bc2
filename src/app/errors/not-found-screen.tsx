import { Link } from 'react-router-dom';
import { ProductMark } from '../ui/product-mark.tsx';
import styles from './error-screen.module.css';

export function NotFoundScreen() {
  return (
    <main className={styles.screen}>
      <ProductMark size={44} />
      <h1 className={styles.title}>This page could not be found</h1>
      <p>The address may be mistyped, or the page may have moved.</p>
      <Link to="/" className={styles.link}>
        All transactions
      </Link>
    </main>
  );
}
