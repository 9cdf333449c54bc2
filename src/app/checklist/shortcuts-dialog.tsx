import { Button } from '../ui/button.tsx';
import { ModalDialog } from '../ui/modal-dialog.tsx';
import styles from './shortcuts-dialog.module.css';

const SHORTCUTS: readonly (readonly [keys: string, meaning: string])[] = [
  ['Alt + ↑ / Alt + ↓', 'Move up or down'],
  ['Alt + →', 'Move under the entry above'],
  ['Alt + ←', 'Move out of its header'],
  ['M', 'Move to a header by its name'],
  ['↑ / ↓', 'Go to the next or previous row'],
  ['→ / ←', 'Expand or collapse; into or out of a header'],
  ['Shift + ↑ / ↓', 'Select several rows'],
  ['Ctrl + Space', 'Add a row to the selection'],
  ['Ctrl + A', 'Select all'],
  ['F2 or Enter', 'Rename'],
  ['H', 'Add a header'],
  ['I', 'Add an instrument to be drafted'],
  ['T', 'Add a task'],
  ['Shift + H, I or T', 'Add it above the row'],
  ['Shift + F10', 'Show what can be done with the row'],
  ['V', 'View the document'],
  ['C', 'Mark as complete'],
  ['D', 'Show or hide details and notes'],
  ['/', 'Filter the checklist'],
  ['Delete', 'Delete'],
  ['Ctrl + Z', 'Undo what you did last'],
  ['Ctrl + Shift + Z', 'Do it again'],
  ['Esc', 'Clear the selection, or give up a name'],
];

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <ModalDialog
      title="Keyboard shortcuts"
      onClose={onClose}
      footer={
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <p className={styles.lead}>They work while a row of the checklist has the focus.</p>
      <dl className={styles.list}>
        {SHORTCUTS.map(([keys, meaning]) => (
          <div key={keys} className={styles.line}>
            <dt>{meaning}</dt>
            <dd>
              <kbd>{keys}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </ModalDialog>
  );
}
