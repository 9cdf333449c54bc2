import { signingFlags, signingTypeOf } from '../../contract/rules/documents/signing-type.ts';
import type { ItemSignatures } from '../../db/queries/signing/assignments/item-signing.ts';
import type { ItemRow } from '../../db/rows.ts';
import { CheckboxField } from '../ui/form/checkbox.tsx';
import { DraftField } from '../ui/form/draft-field.tsx';
import { useMirror } from '../session/mirror-context.ts';
import { useMayEdit } from '../transaction/may-edit.ts';
import { SignaturesSection } from '../signing/documents/signatures-section.tsx';
import { SigningTypeField } from '../upload-queue/signing-type-choice.tsx';
import { FIELDS } from './details-copy.ts';
import { EmbeddedPagesField } from './embedded-pages-field.tsx';
import type { People } from './people.ts';
import { Versions } from './versions.tsx';
import { useCarryOutAct } from '../undo/history-context.ts';
import styles from './details-panel.module.css';
import { updateRow, type UpdateArgs } from '../../db/commands/collections/standard-commands.ts';

const NAME_MAX = 350;
const DESCRIPTION_MAX = 10_000;

interface ItemDetailsProps {
  item: ItemRow;
  people: People;
  /** Whether all documents of the transaction are deeds. */
  isDeedTransaction: boolean;
  /** The document's signature pages; undefined = none. */
  signatures: ItemSignatures | undefined;
  onAssign: () => void;
}

/** Versions, signing type, description and signatures of a document on the checklist. */
export function ItemDetails({ item, people, isDeedTransaction, signatures, onAssign }: ItemDetailsProps) {
  const db = useMirror();
  const act = useCarryOutAct();
  const mayEdit = useMayEdit();
  const { transaction, uuid } = item;
  const change = (edits: UpdateArgs<'items'>['edits']) => {
    const changing = updateRow(db, 'items', { transaction, uuid, edits });
    act(FIELDS.change(item.name), changing);
    return changing;
  };
  return (
    <>
      <Versions item={item} people={people} />
      <fieldset disabled={!mayEdit} className={styles.fields}>
        <SigningTypeField
          label={FIELDS.signingType}
          value={signingTypeOf(item)}
          onChange={(type) => change(signingFlags(type))}
        />
        {item.forSigning ? (
          <CheckboxField
            checked={item.isDeed || isDeedTransaction}
            disabled={isDeedTransaction}
            onChange={() => void change({ isDeed: !item.isDeed })}
          >
            {isDeedTransaction ? FIELDS.areDeeds : FIELDS.isDeed}
          </CheckboxField>
        ) : null}
        <DraftField
          label={FIELDS.description}
          value={item.description}
          multiline
          optional
          maxLength={DESCRIPTION_MAX}
          onCommit={(description) => change({ description })}
        />
        <DraftField
          label={FIELDS.nameOnPages}
          value={item.nameAltEnabled ? item.nameAlt : ''}
          placeholder={item.name}
          optional
          maxLength={NAME_MAX}
          onCommit={(nameAlt) => change({ nameAlt, nameAltEnabled: nameAlt !== '' })}
        />
        {item.forSigning ? (
          <EmbeddedPagesField item={item} onChoose={(pagesEmbeddedIn) => void change({ pagesEmbeddedIn })} />
        ) : null}
      </fieldset>
      <SignaturesSection item={item} signatures={signatures} onAssign={onAssign} />
    </>
  );
}
