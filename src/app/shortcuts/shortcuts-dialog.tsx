import { Button } from '../ui/button.tsx';
import { formatKeys } from '../lib/format/keyboard-keys.ts';
import { KeyCap } from '../ui/key-cap.tsx';
import { ModalDialog } from '../ui/overlay/modal-dialog.tsx';
import styles from './shortcuts-dialog.module.css';

type Shortcut = readonly [keys: string, meaning: string];

/** Where they work, and what they do. */
const SECTIONS: readonly { title: string; shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'Everywhere',
    shortcuts: [
      ['Ctrl + K', 'Go to anything, do anything'],
      ['?', 'Show these shortcuts'],
      ['Esc', 'Close what is open'],
    ],
  },
  {
    title: 'Transactions',
    shortcuts: [
      ['/', 'Search'],
      ['↓', 'From the search to the first transaction'],
      ['↑ / ↓', 'Go to the next or previous one'],
      ['Enter', 'Open'],
    ],
  },
  {
    title: 'In a transaction',
    shortcuts: [
      ['Ctrl + Z', 'Undo what you did last'],
      ['Ctrl + Shift + Z or Ctrl + Y', 'Do it again'],
      ['Ctrl + Enter', 'Add the note that you are writing'],
    ],
  },
  {
    title: 'On a row of the checklist',
    shortcuts: [
      ['Alt + ↑ / Alt + ↓', 'Move up or down'],
      ['Alt + →', 'Move under the entry above'],
      ['Alt + ←', 'Move out of its header'],
      ['M', 'Move to a header by its name'],
      ['↑ / ↓', 'Go to the next or previous row'],
      ['Home / End', 'Go to the first or last row'],
      ['Page Up / Page Down', 'Go a screen up or down'],
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
      ['Esc', 'Clear the selection, or give up a name'],
    ],
  },
  {
    title: 'Among the documents of a transaction',
    shortcuts: [
      ['Arrows', 'Go to another document'],
      ['Enter', 'View it'],
      ['Space', 'Select it; with Shift all up to it'],
      ['Ctrl + A', 'Select all'],
      ['F2', 'Rename'],
      ['Delete', 'Delete'],
      ['/', 'Search'],
      ['Esc', 'Clear the selection'],
    ],
  },
  {
    title: 'In a document',
    shortcuts: [
      ['/ or Ctrl + F', 'Search'],
      ['F3 or Ctrl + G', 'Next hit; with Shift the one before'],
      ['→ / ←', 'Next or previous page'],
      ['Home / End', 'First or last page'],
      ['Ctrl + + / Ctrl + −', 'Larger or smaller'],
      ['Ctrl + 0', 'As large as at first'],
    ],
  },
];

/** Every key that does something, by the place where it does. */
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
