import { useLiveQuery } from 'dexie-react-hooks';
import { embeddingDocuments } from '../../db/queries/signing/pages/embedding-documents.ts';
import type { ItemRow } from '../../db/rows.ts';
import { useMirror } from '../session/mirror-context.ts';
import { SelectField } from '../ui/form/select.tsx';
import { FIELDS } from './details-copy.ts';

const OWN = '';

interface EmbeddedPagesFieldProps {
  item: Pick<ItemRow, 'transaction' | 'uuid' | 'pagesEmbeddedIn'>;
  onChoose: (pagesEmbeddedIn: string | null) => void;
}

/** Chooses the document whose file contains this document's signature pages. Shown if another document has marked pages. */
export function EmbeddedPagesField({ item, onChoose }: EmbeddedPagesFieldProps) {
  const db = useMirror();
  const { transaction, uuid, pagesEmbeddedIn: chosen } = item;
  const documents = useLiveQuery(
    () => embeddingDocuments(db, { transaction, uuid, pagesEmbeddedIn: chosen }),
    [db, transaction, uuid, chosen],
  );
  if (!documents || (documents.length === 0 && chosen === null)) return null;
  const isKnown = chosen === null || documents.some((document) => document.uuid === chosen);
  return (
    <SelectField
      label={FIELDS.pagesEmbeddedIn}
      options={[
        [OWN, FIELDS.ownPages] as const,
        ...documents.map(({ uuid: each, name }) => [each, name] as const),
        ...(isKnown ? [] : [[chosen, FIELDS.deletedDocument] as const]),
      ]}
      value={chosen ?? OWN}
      onChoose={(value) => onChoose(value === OWN ? null : value)}
    />
  );
}
