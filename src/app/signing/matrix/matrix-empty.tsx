import { Link } from 'react-router-dom';
import FileSignature from 'lucide-react/icons/file-signature';
import SearchX from 'lucide-react/icons/search-x';
import Users from 'lucide-react/icons/users';
import { useMayEdit } from '../../transaction/may-edit.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import { EMPTY, FILTER } from './matrix-copy.ts';
import styles from './signature-matrix.module.css';

interface MatrixEmptyProps {
  transaction: string;
  missing: 'documents' | 'signatories' | 'matches';
  roomBelow: number;
  /** Shows documents that aren't marked to be signed; null = they are already shown. */
  onShowAll?: (() => void) | null;
  onClear?: () => void;
}

/** Says why the matrix is empty, and what to do. */
export function MatrixEmpty({ transaction, missing, roomBelow, onShowAll, onClear }: MatrixEmptyProps) {
  const mayEdit = useMayEdit();
  return (
    <div className={styles.empty} style={{ paddingBottom: roomBelow }}>
      {missing === 'matches' ? (
        <EmptyState
          icon={<SearchX aria-hidden="true" />}
          title={FILTER.noneTitle}
          actions={<Button onClick={onClear}>{FILTER.clear}</Button>}
        >
          {FILTER.none}
        </EmptyState>
      ) : missing === 'documents' ? (
        <EmptyState
          icon={<FileSignature aria-hidden="true" />}
          title={EMPTY.noDocumentsTitle}
          actions={
            mayEdit ? (
              <>
                {onShowAll ? <Button onClick={onShowAll}>{EMPTY.showAll}</Button> : null}
                <Link to={`/transaction/${transaction}/checklist`}>{EMPTY.toChecklist}</Link>
              </>
            ) : undefined
          }
        >
          {mayEdit ? EMPTY.noDocuments : EMPTY.forViewers}
        </EmptyState>
      ) : (
        <EmptyState
          icon={<Users aria-hidden="true" />}
          title={EMPTY.noSignatoriesTitle}
          actions={
            mayEdit ? (
              <Link to={`/transaction/${transaction}/signatories`}>{EMPTY.toSignatories}</Link>
            ) : undefined
          }
        >
          {mayEdit ? EMPTY.noSignatories : EMPTY.forViewers}
        </EmptyState>
      )}
    </div>
  );
}
