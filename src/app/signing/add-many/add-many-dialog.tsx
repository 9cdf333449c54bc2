import { useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import {
  addSignatoryList,
  type UploadedRow,
} from '../../../db/commands/signing/signatories/bulk-signatory-uploads.ts';
import { beforeList, type BeforeList } from '../../../db/queries/signing/signatories/before-list.ts';
import { newUuid } from '../../../db/uuid.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/form/checkbox.tsx';
import { ModalDialog } from '../../ui/overlay/modal-dialog.tsx';
import { useCarryOutAct } from '../../undo/history-context.ts';
import { ADD_MANY, addedWords, addWords, PREVIEW } from './add-many-copy.ts';
import { ListPreview } from './list-preview.tsx';
import { ListSource, type ReadList } from './list-source.tsx';
import type { PlannedRow } from './plan-list.ts';
import { useListPlan } from './use-list-plan.ts';
import styles from './add-many.module.css';

interface AddManyDialogProps {
  transaction: string;
  onClose: () => void;
}

/** Adds signatories from a list: reads the list, previews what it will add, and adds everything as one act. */
export function AddManyDialog({ transaction, onClose }: AddManyDialogProps) {
  const db = useMirror();
  const deal = useLiveQuery(() => beforeList(db, transaction), [db, transaction]);
  const [list, setList] = useState<ReadList | null>(null);
  if (list && deal) {
    const back = () => setList(null);
    return (
      <PreviewDialog transaction={transaction} list={list} deal={deal} onBack={back} onClose={onClose} />
    );
  }
  return (
    <ModalDialog
      title={ADD_MANY.title}
      wide
      onClose={onClose}
      footer={<Button onClick={onClose}>{ADD_MANY.cancel}</Button>}
    >
      <ListSource onList={setList} />
    </ModalDialog>
  );
}

interface PreviewDialogProps extends AddManyDialogProps {
  list: ReadList;
  deal: BeforeList;
  onBack: () => void;
}

function PreviewDialog({ transaction, list, deal, onBack, onClose }: PreviewDialogProps) {
  const db = useMirror();
  const act = useCarryOutAct();
  const planned = useListPlan(list, deal);
  const [isSkipping, setSkipping] = useState(false);
  const { plan, totals, hasNames } = planned;
  const isEmpty = totals.people + totals.entities + totals.representatives + totals.values === 0;
  const isReady = hasNames && !isEmpty && (totals.errors === 0 || isSkipping);
  const add = () => {
    const rows = plan.rows.map(uploadedRow);
    act(
      addWords(totals),
      addSignatoryList(db, { transaction, fileName: list.name, rows }),
      addedWords(totals),
    );
    onClose();
  };
  return (
    <ModalDialog
      title={ADD_MANY.title}
      wide="table"
      onClose={onClose}
      footer={
        <>
          {totals.errors > 0 ? (
            <CheckboxField
              className={styles.skip}
              checked={isSkipping}
              onChange={({ currentTarget }) => setSkipping(currentTarget.checked)}
            >
              {PREVIEW.skip(totals.errors)}
            </CheckboxField>
          ) : null}
          <Button onClick={onBack}>{ADD_MANY.back}</Button>
          <Button look="primary" disabled={!isReady} onClick={add}>
            {addWords(totals)}
          </Button>
        </>
      }
    >
      <ListPreview list={list} planned={planned} keys={deal.keys} />
    </ModalDialog>
  );
}

function uploadedRow({ row, signatories, relations, values }: PlannedRow): UploadedRow {
  return {
    row,
    signatories: signatories.map(({ uuid, name, email, isOrg, address, entityDescription }) => ({
      uuid,
      fullName: name,
      email,
      isOrg,
      address,
      entityDescription,
    })),
    representatives: relations,
    values: values.map(({ signatory, key, value }) => ({
      uuid: newUuid(),
      signatory,
      customKey: key,
      value,
    })),
  };
}
