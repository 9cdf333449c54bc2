import { useState } from 'react';
import { chooseSigningTypes } from '../../../db/commands/documents/choose-signing-types.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/form/checkbox.tsx';
import { ModalDialog } from '../../ui/overlay/modal-dialog.tsx';
import { useCarryOutAct } from '../../undo/history-context.ts';
import type { DocumentChoice } from './gallery-pages.ts';
import { ACTS, CHOOSING } from './pages-copy.ts';
import styles from './documents-dialog.module.css';

interface DocumentsDialogProps {
  deal: string;
  documents: readonly DocumentChoice[];
  onClose: () => void;
}

/** Lets the user choose which documents on the checklist need signatures. All changes are saved as one act. */
export function DocumentsDialog({ deal, documents, onClose }: DocumentsDialogProps) {
  const db = useMirror();
  const act = useCarryOutAct();
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isChosen = (each: DocumentChoice) =>
    isFixed(each) ? each.forSigning : (choices.get(each.item) ?? each.forSigning);
  const choose = (those: readonly DocumentChoice[], chosen: boolean) =>
    setChoices(new Map([...choices, ...those.map(({ item }) => [item, chosen] as const)]));
  const changed = documents.filter((each) => isChosen(each) !== each.forSigning);
  const free = documents.filter((each) => !isFixed(each));
  const toSign = documents.filter((each) => !each.fullyExecuted);
  const count = toSign.filter(isChosen).length;
  const save = () => {
    onClose();
    const types = changed.map((each) => ({
      item: each.item,
      type: isChosen(each) ? ('to_be_signed' as const) : ('non_executable' as const),
    }));
    act(ACTS.documents, chooseSigningTypes(db, deal, types));
  };
  return (
    <ModalDialog
      title={CHOOSING.title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{CHOOSING.cancel}</Button>
          <Button look="primary" disabled={changed.length === 0} onClick={save}>
            {CHOOSING.save}
          </Button>
        </>
      }
    >
      <p>{CHOOSING.hint}</p>
      {toSign.length > 0 ? (
        <CheckboxField
          className={styles.all}
          checked={count === toSign.length}
          indeterminate={count > 0 && count < toSign.length}
          disabled={free.length === 0}
          onChange={(event) => choose(free, event.target.checked)}
        >
          {CHOOSING.all(toSign.length)}
        </CheckboxField>
      ) : null}
      <ul className={styles.list} aria-label={CHOOSING.list}>
        {documents.map((each) => (
          <li key={each.item}>
            <CheckboxField
              checked={isChosen(each)}
              disabled={isFixed(each)}
              aria-describedby={isFixed(each) ? `fixed-${each.item}` : undefined}
              onChange={(event) => choose([each], event.target.checked)}
            >
              <bdi>{each.number === '' ? each.name : `${each.number} ${each.name}`}</bdi>
            </CheckboxField>
            {isFixed(each) ? (
              <p id={`fixed-${each.item}`} className={styles.reason}>
                {each.fullyExecuted ? CHOOSING.isExecuted : CHOOSING.hasSignatures(each.signatures)}
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </ModalDialog>
  );
}

/** Returns whether the choice can't be changed: someone signs the document, or it is fully executed. */
function isFixed({ forSigning, fullyExecuted, signatures }: DocumentChoice): boolean {
  return fullyExecuted || (forSigning && signatures > 0);
}
