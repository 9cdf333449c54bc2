import { useId, type ReactNode } from 'react';
import { UnstyledButton } from '../../../ui/button.tsx';
import styles from './panel-section.module.css';

/** A section of the panel, with its title. */
export function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      {children}
    </section>
  );
}

/** The name of another signatory. A click opens their details. */
export function SignatoryName({ name, onOpen }: { name: string; onOpen: () => void }) {
  return (
    <UnstyledButton className={styles.name} dir="auto" onClick={onOpen}>
      {name}
    </UnstyledButton>
  );
}
