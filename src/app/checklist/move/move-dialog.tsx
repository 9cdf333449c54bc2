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
import { MOVES } from '../checklist-copy.ts';
import { namesOf, staying, type Move } from './legal-move.ts';
import { moveTargets } from './move-targets.ts';

interface MoveDialogProps {
  snapshot: ChecklistSnapshot;
  format: NumberingFormat;
  /** The block that moves, from `blockOf`. */
  ids: string[];
  onMove: (move: Move) => void;
  onClose: () => void;
}

/** Moves the selected rows to the end of the header or document that the user picks by name. */
export function MoveDialog({ snapshot, format, ids, onMove, onClose }: MoveDialogProps) {
  const [text, setText] = useState('');
  const rows = useMemo(() => checklistRows(snapshot, { collapsed: new Set(), format }), [snapshot, format]);
  const targets = useMemo(() => moveTargets(snapshot, rows, ids, text), [snapshot, rows, ids, text]);
  const pick = (parent: string) => {
    onClose();
    onMove({ ids, parent, after: staying(snapshot, parent, ids).at(-1) ?? null });
  };
  return (
    <ModalDialog
      title={MOVES.dialogTitle(namesOf(snapshot, ids))}
      onClose={onClose}
      footer={<Button onClick={onClose}>{MOVES.cancel}</Button>}
    >
      <PickList
        label={MOVES.dialogLabel}
        placeholder={MOVES.dialogPlaceholder}
        text={text}
        onText={setText}
        none={MOVES.noTargets}
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
