import { Button } from '../../ui/button.tsx';
import { EDITOR } from '../gallery/pages-copy.ts';
import styles from './page-editor.module.css';

export type EditorMode = 'blocks' | 'fields';

interface EditorTabsProps {
  mode: EditorMode;
  onMode: (mode: EditorMode) => void;
}

const MODES = ['blocks', 'fields'] as const;

/** Chooses what is edited: the blocks of the page, or the fields that its signatories fill in. */
export function EditorTabs({ mode, onMode }: EditorTabsProps) {
  return (
    <div className={styles.modes} role="group" aria-label={EDITOR.modes}>
      {MODES.map((each) => (
        <Button key={each} look="quiet" aria-pressed={each === mode} onClick={() => onMode(each)}>
          {EDITOR.modeNames[each]}
        </Button>
      ))}
    </div>
  );
}
