import { useState, type ClipboardEvent, type DragEvent } from 'react';
import { rowsOfFile, rowsOfPaste, rowsOfText, UnreadableError } from '../../lib/tables/read-table.ts';
import { TABLES } from '../../lib/tables/tables-copy.ts';
import { Button } from '../../ui/button.tsx';
import { focusOnMount } from '../../ui/form/focus-on-mount.ts';
import { FormField, TextAreaField } from '../../ui/form/form-field.tsx';
import { Callout } from '../../ui/status/callout.tsx';
import { ADD_MANY, SOURCE } from './add-many-copy.ts';
import { listProblem } from './read-lines.ts';
import styles from './add-many.module.css';

export interface ReadList {
  /** The name of its file. */
  name: string;
  rows: string[][];
}

/** Takes a list that the user pastes, types or chooses as a file. A pasted table is read at once. */
export function ListSource({ onList }: { onList: (list: ReadList) => void }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const take = (name: string, rows: string[][]) => {
    const refused = listProblem(rows);
    setProblem(refused);
    if (refused === null) onList({ name, rows });
  };
  const refuse = (error: unknown) => {
    if (!(error instanceof UnreadableError)) reportError(error);
    setProblem(error instanceof UnreadableError ? error.message : TABLES.unreadable);
  };
  const takeText = (read: () => string[][]) => {
    try {
      take(ADD_MANY.pasted, read());
    } catch (error) {
      refuse(error);
    }
  };
  const takeFile = (file: File | undefined) => {
    if (file) rowsOfFile(file).then((rows) => take(file.name, rows), refuse);
  };
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { clipboardData } = event;
    const [html, pasted] = [clipboardData.getData('text/html'), clipboardData.getData('text/plain')];
    // A single line may be the first of several that the user is typing.
    if (text.trim() !== '' || (!/<table/i.test(html) && !/[\r\n]./.test(pasted.trim()))) return;
    event.preventDefault();
    takeText(() => rowsOfPaste({ html, text: pasted }));
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    takeFile(event.dataTransfer.files[0]);
  };
  return (
    <div className={styles.source} onDrop={onDrop} onDragOver={(event) => event.preventDefault()}>
      <p className={styles.hint}>{SOURCE.hint}</p>
      <TextAreaField
        label={SOURCE.paste}
        ref={focusOnMount}
        rows={7}
        className={styles.pasted}
        placeholder={SOURCE.example}
        value={text}
        onPaste={onPaste}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {text.trim() === '' ? null : (
        <div>
          <Button look="primary" onClick={() => takeText(() => rowsOfText(text))}>
            {SOURCE.read}
          </Button>
        </div>
      )}
      <div className={styles.file}>
        <FormField
          label={SOURCE.file}
          type="file"
          accept=".csv,.tsv,.txt,.xlsx"
          // Otherwise, the same file could not be chosen again after a correction.
          onClick={({ currentTarget }) => (currentTarget.value = '')}
          onChange={({ currentTarget }) => takeFile(currentTarget.files?.[0])}
        />
        <p className={styles.hint}>{SOURCE.drop}</p>
      </div>
      {problem === null ? null : (
        <Callout tone="danger" role="alert">
          {problem}
        </Callout>
      )}
    </div>
  );
}
