import { Link } from 'react-router-dom';
import { ProductMark } from '../ui/product-mark.tsx';
import { NOT_FOUND } from './errors-copy.ts';
import styles from './error-screen.module.css';

/** The page for unknown addresses, and for pages that the user may not see. */
export function NotFoundScreen() {
  return (
    <main className={styles.screen}>
      <ProductMark size={44} />
      <h1 className={styles.title}>{NOT_FOUND.title}</h1>
      <p>{NOT_FOUND.text}</p>
      <Link to="/" className={styles.link}>
        {NOT_FOUND.back}
      </Link>
    </main>
  );
}
