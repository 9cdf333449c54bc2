import { Link } from 'react-router-dom';
import { lazyComponent } from '../lib/loading/lazy-component.tsx';
import { PRODUCT_NAME } from '../product.ts';
import { isEmbedded } from '../session/embedded.ts';
import { ProductMark } from '../ui/product-mark.tsx';
import { APP_BAR } from './app-bar-copy.ts';
import styles from './app-bar.module.css';

const AppBarTools = lazyComponent(() => import('./app-bar-tools.tsx').then((module) => module.AppBarTools), {
  optional: true,
});
const AppBarNotes = lazyComponent(() => import('./app-bar-tools.tsx').then((module) => module.AppBarNotes), {
  optional: true,
});

/** The bar at the top of every signed-in page, except in frames. Its tools load later, so that the page does not wait for them. */
export function AppBar() {
  if (isEmbedded) return null;
  return (
    <>
      <header className={styles.bar}>
        <Link to="/" className={styles.home} aria-label={APP_BAR.home}>
          <ProductMark />
          <span className={styles.name}>{PRODUCT_NAME}</span>
        </Link>
        <AppBarTools />
      </header>
      <AppBarNotes />
    </>
  );
}
