import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { ProductMark } from '../../../ui/product-mark.tsx';
import { OUTSIDE } from './outside-copy.ts';
import styles from '../../login/login-screen.module.css';

/** The frame of the pages that need no account (docs/product/sign-in.md, "Pages without a session"). They do not open the mirror. */
export function OutsideFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={styles.screen}>
      <div className={styles.panel}>
        <div className={styles.brand}>
          <ProductMark size={40} />
          <h1 className={styles.name}>{title}</h1>
        </div>
        {children}
        <Link to="/login" className={styles.aside}>
          {OUTSIDE.goToSignIn}
        </Link>
      </div>
    </main>
  );
}
