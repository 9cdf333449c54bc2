import { useId, type ReactNode } from 'react';
import styles from './section.module.css';

interface SectionProps {
  title: string;
  /** What it is about, in a sentence or two. */
  hint?: string;
  children: ReactNode;
}

/** A part of a page of settings: what it is beside what can be set. */
export function Section({ title, hint, children }: SectionProps) {
  const named = useId();
  return (
    <section className={styles.section} aria-labelledby={named}>
      <div>
        <h2 id={named} className={styles.title}>
          {title}
        </h2>
        {hint === undefined ? null : <p className={styles.hint}>{hint}</p>}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  );
}
