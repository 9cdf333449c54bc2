import { useMemo, useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import FileText from 'lucide-react/icons/file-text';
import { itemsByName } from '../../db/queries/documents/deal-documents.ts';
import type { ItemRow } from '../../db/rows.ts';
import { indexed, ranked } from '../lib/search/rank.ts';
import { useMirror } from '../session/mirror-context.ts';
import { Button } from '../ui/button.tsx';
import { ModalDialog } from '../ui/overlay/modal-dialog.tsx';
import { closestFirst } from './closest-items.ts';
import { PickList } from '../ui/form/pick-list.tsx';

/** More than anyone reads; the text narrows them down. */
const SHOWN = 100;

interface VersionDialogProps {
  transaction: string;
  /** What the file is called in the upload queue. */
  name: string;
  onPick: (item: ItemRow) => void;
  onClose: () => void;
}

/** Of which document on the checklist a file is to be the new version. */
export function VersionDialog({ transaction, name, onPick, onClose }: VersionDialogProps) {
  const db = useMirror();
  const [text, setText] = useState('');
  const items = useLiveQuery(() => itemsByName(db, transaction), [db, transaction]);
  const index = useMemo(
    () =>
      indexed(closestFirst(items ?? [], name).map((item) => ({ item, name: item.name, hint: hintOf(item) }))),
    [items, name],
  );
  const found =
    text.trim() === '' ? index.slice(0, SHOWN).map(({ entry }) => entry) : ranked(index, text, SHOWN);
  const pick = (id: string) => {
    const item = found.find((each) => each.item.uuid === id)?.item;
    if (!item) return;
    onClose();
    onPick(item);
  };
  return (
    <ModalDialog
      title={`“${name}” is a new version of`}
      onClose={onClose}
      footer={<Button onClick={onClose}>Cancel</Button>}
    >
      <PickList
        label="New version of"
        placeholder="Part of a document’s name"
        text={text}
        onText={setText}
        none={items ? 'No document on the checklist is called that.' : 'Looking…'}
        note={found.length === SHOWN ? 'There are more: type part of a name.' : null}
        onPick={pick}
        picks={found.map(({ item, hint }) => ({
          id: item.uuid,
          text: item.name,
          hint,
          icon: <FileText aria-hidden="true" />,
        }))}
      />
    </ModalDialog>
  );
}

function hintOf({ document }: ItemRow): string {
  return document === null ? 'No file yet' : 'Replaces its file';
}
