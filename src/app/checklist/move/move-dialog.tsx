import { useMemo, useState } from 'react';
import CornerUpLeft from 'lucide-react/icons/corner-up-left';
import FileText from 'lucide-react/icons/file-text';
import Heading from 'lucide-react/icons/heading';
import type { NumberingFormat } from '../../../contract/rules/checklist/numbering.ts';
import { TOP } from '../../../contract/rules/checklist/child-lists.ts';
import { checklistRows } from '../../../db/views/checklist-rows.ts';
import type { ChecklistSnapshot } from '../../../db/views/checklist-snapshot.ts';
import { Button } from '../../ui/button.tsx';
import { ModalDialog } from '../../ui/overlay/modal-dialog.tsx';
import { PickList } from '../../ui/form/pick-list.tsx';
import type { Move } from './legal-move.ts';
import { staying } from './legal-move.ts';
import { moveTargets } from './move-targets.ts';

interface MoveDialogProps {
  snapshot: ChecklistSnapshot;
  format: NumberingFormat;
  /** The block that moves, from `blockOf`. */
  ids: string[];
  onMove: (move: Move) => void;
  onClose: () => void;
}

/** Where the chosen entries go, by name: to the end of what is picked. */
export function MoveDialog({ snapshot, format, ids, onMove, onClose }: MoveDialogProps) {
  const [text, setText] = useState('');
  const rows = useMemo(() => checklistRows(snapshot, { collapsed: new Set(), format }), [snapshot, format]);
  const targets = useMemo(() => moveTargets(snapshot, rows, ids, text), [snapshot, rows, ids, text]);
  const [first = ''] = ids;
  const what = ids.length === 1 ? `“${snapshot.entries.get(first)?.name ?? ''}”` : `${ids.length} entries`;
  const pick = (parent: string) => {
    onClose();
    onMove({ ids, parent, after: staying(snapshot, parent, ids).at(-1) ?? null });
  };
  return (
    <ModalDialog
      title={`Move ${what} to`}
      onClose={onClose}
      footer={<Button onClick={onClose}>Cancel</Button>}
    >
      <PickList
        label="Move to"
        placeholder="Part of a header’s name"
        text={text}
        onText={setText}
        none="Nothing of that name can take it."
        onPick={pick}
        picks={targets.map(({ parent, name, number, level }) => ({
          id: parent,
          text: name,
          ...(number !== '' && { hint: number }),
          level,
          icon: iconOf(snapshot, parent),
        }))}
      />
    </ModalDialog>
  );
}

function iconOf({ entries }: ChecklistSnapshot, parent: string) {
  if (parent === TOP) return <CornerUpLeft aria-hidden="true" />;
  return entries.get(parent)?.kind === 'item' ? (
    <FileText aria-hidden="true" />
  ) : (
    <Heading aria-hidden="true" />
  );
}
