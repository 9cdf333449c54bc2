import { useEffect, useState, useSyncExternalStore } from 'react';
import Bold from 'lucide-react/icons/bold';
import Italic from 'lucide-react/icons/italic';
import Underline from 'lucide-react/icons/underline';
import { useLiveQuery } from 'dexie-react-hooks';
import type {
  FooterBlock,
  PageBlock,
  TextBlock,
} from '../../../contract/entities/signing/signature-page-design.ts';
import { fieldNames } from '../../../db/queries/signing/pages/signature-pages.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { SelectField } from '../../ui/form/select.tsx';
import { EDITOR } from '../gallery/pages-copy.ts';
import { hasMark, insertPlainText, toggleMark, type Mark } from './editable-text.ts';
import styles from './page-editor.module.css';

const MARKS = [
  ['bold', <Bold key="bold" aria-hidden="true" />],
  ['italic', <Italic key="italic" aria-hidden="true" />],
  ['underline', <Underline key="underline" aria-hidden="true" />],
] as const;

interface TextToolsProps {
  transaction: string;
  block: TextBlock | FooterBlock;
  /** Whether its text is being edited on the sheet. */
  isOpen: boolean;
  onOpen: () => void;
  onEdit: (put: PageBlock[]) => void;
}

/** Tools for the text of a block: alignment, styles of the selected words, and fields to insert. */
export function TextTools({ transaction, block, isOpen, onOpen, onEdit }: TextToolsProps) {
  return (
    <>
      {isOpen ? (
        <div className={styles.beside}>
          <MarkButtons />
        </div>
      ) : (
        <Button onClick={onOpen}>{EDITOR.editText}</Button>
      )}
      <SelectField
        label={EDITOR.align}
        options={EDITOR.aligns}
        value={block.text_align}
        onChoose={(text_align) => onEdit([{ ...block, text_align }])}
      />
      {isOpen ? (
        <div className={styles.beside}>
          <InsertButtons transaction={transaction} />
        </div>
      ) : null}
    </>
  );
}

interface TextBarProps {
  transaction: string;
  onDone: () => void;
}

/** The same tools in a bar above the on-screen keyboard, for when the panel is below the sheet. */
export function TextBar({ transaction, onDone }: TextBarProps) {
  const covered = useSyncExternalStore(onViewportChange, heightCovered);
  return (
    <div className={styles.textBar} style={{ marginBottom: covered }}>
      <MarkButtons />
      <InsertButtons transaction={transaction} />
      <Button look="primary" onMouseDown={keepFocus} onClick={onDone}>
        {EDITOR.doneTyping}
      </Button>
    </div>
  );
}

function onViewportChange(onChange: () => void): () => void {
  const { visualViewport: viewport } = window;
  viewport?.addEventListener('resize', onChange);
  viewport?.addEventListener('scroll', onChange);
  return () => {
    viewport?.removeEventListener('resize', onChange);
    viewport?.removeEventListener('scroll', onChange);
  };
}

/** Returns how much of the window's lower end the on-screen keyboard covers, px. Fixed elements don't move for it. */
function heightCovered(): number {
  const { visualViewport: viewport, innerHeight } = window;
  return viewport ? Math.max(0, Math.round(innerHeight - viewport.offsetTop - viewport.height)) : 0;
}

function InsertButtons({ transaction }: { transaction: string }) {
  const db = useMirror();
  const fields = useLiveQuery(() => fieldNames(db, transaction), [db, transaction]);
  const insertable = [
    ['document_name', EDITOR.documentName] as const,
    ...(fields ?? []).map((name) => [name, name] as const),
  ];
  return (
    <div className={styles.insert} role="group" aria-label={EDITOR.insert}>
      <p className={styles.hint}>{EDITOR.insert}</p>
      {insertable.map(([key, name]) => (
        <Button key={key} dir="auto" onMouseDown={keepFocus} onClick={() => insertPlainText(`{{${key}}}`)}>
          {name}
        </Button>
      ))}
    </div>
  );
}

function MarkButtons() {
  const [, look] = useState(0);
  useEffect(() => {
    const onChange = () => look((count) => count + 1);
    document.addEventListener('selectionchange', onChange);
    return () => document.removeEventListener('selectionchange', onChange);
  }, []);
  const toggle = (mark: Mark) => {
    toggleMark(mark);
    look((count) => count + 1);
  };
  return (
    <div className={styles.tools} role="group" aria-label={EDITOR.textStyle}>
      {MARKS.map(([mark, icon]) => (
        <IconButton
          key={mark}
          label={EDITOR.marks[mark]}
          aria-pressed={hasMark(mark)}
          onMouseDown={keepFocus}
          onClick={() => toggle(mark)}
        >
          {icon}
        </IconButton>
      ))}
    </div>
  );
}

/** Keeps the focus and the selection in the text. */
function keepFocus(event: { preventDefault(): void }): void {
  event.preventDefault();
}
