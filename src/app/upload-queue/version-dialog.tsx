import { useMemo, useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import FileText from 'lucide-react/icons/file-text';
import { itemsByName } from '../../db/queries/documents/deal-documents.ts';
import type { ItemRow } from '../../db/rows.ts';
import { indexed, ranked } from '../lib/search/rank.ts';
import { useMirror } from '../session/mirror-context.ts';
import { Button } from '../ui/button.tsx';
import { ModalDialog } from '../ui/overlay/modal-dialog.tsx';
import { PickList } from '../ui/form/pick-list.tsx';
import { closestFirst } from './closest-items.ts';
import { VERSION } from './upload-queue-copy.ts';

/** The most documents that are listed. A search finds the others. */
const SHOWN = 100;

interface VersionDialogProps {
  transaction: string;
  /** The file's name in the upload queue. */
  name: string;
  onPick: (item: ItemRow) => void;
  onClose: () => void;
}

/** Chooses the document on the checklist that a file becomes a new version of. */
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
      title={VERSION.title(name)}
      onClose={onClose}
      footer={<Button onClick={onClose}>{VERSION.cancel}</Button>}
    >
      <PickList
        label={VERSION.search}
        placeholder={VERSION.placeholder}
        text={text}
        onText={setText}
        none={items ? VERSION.none : VERSION.loading}
        note={found.length === SHOWN ? VERSION.more(SHOWN) : null}
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
  return document === null ? VERSION.noFile : VERSION.replaces;
}
