import { Button } from '../ui/button.tsx';
import { formatKeys } from '../lib/format/keyboard-keys.ts';
import { KeyCap } from '../ui/key-cap.tsx';
import { ModalDialog } from '../ui/overlay/modal-dialog.tsx';
import { SECTIONS, SHORTCUTS } from './shortcuts-copy.ts';
import styles from './shortcuts-dialog.module.css';

/** Lists every keyboard shortcut by the place where it works. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <ModalDialog
      title={SHORTCUTS.title}
      onClose={onClose}
      footer={
        <Button look="primary" onClick={onClose}>
          {SHORTCUTS.close}
        </Button>
      }
    >
      {SECTIONS.map(({ title, shortcuts }) => (
        <section key={title} className={styles.section}>
          <h3 className={styles.title}>{title}</h3>
          <dl>
            {shortcuts.map(([keys, meaning]) => (
              <div key={keys} className={styles.line}>
                <dt>{meaning}</dt>
                <dd>
                  <KeyCap>{formatKeys(keys)}</KeyCap>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </ModalDialog>
  );
}
