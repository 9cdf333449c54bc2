import { useLiveQuery } from 'dexie-react-hooks';
import { dealPage } from '../../../db/queries/transactions/deals.ts';
import type { Conflict, RejectedRow } from '../../../db/rows.ts';
import { peopleOf } from '../../details/people.ts';
import { formatDateTime } from '../../lib/format/dates.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { disputedFields, hasMore } from './conflict-fields.ts';
import styles from './conflict-sides.module.css';

/** Both versions of the fields that two people changed, side by side. */
export function ConflictSides({ edit, conflict }: { edit: RejectedRow; conflict: Conflict }) {
  const db = useMirror();
  const page = useLiveQuery(() => dealPage(db, edit.lane), [db, edit.lane]);
  const fields = disputedFields(edit, conflict, page?.deal ? peopleOf(page.deal) : undefined);
  const them = conflict.changedBy ?? 'Someone else';
  return (
    <>
      <div className={styles.sides}>
        <Side who="You" at={edit.madeAt} values={fields.map(({ label, mine }) => [label, mine])} />
        <Side
          who={them}
          at={conflict.changedAt}
          values={fields.map(({ label, theirs }) => [label, theirs])}
        />
      </div>
      {hasMore(edit, conflict) ? (
        <p className={styles.more}>The rest of your change is not in conflict and is sent either way.</p>
      ) : null}
    </>
  );
}

interface SideProps {
  who: string;
  /** ISO; null = unknown. */
  at: string | null;
  values: (readonly [label: string, value: string])[];
}

function Side({ who, at, values }: SideProps) {
  return (
    <div role="group" className={styles.side} aria-label={who}>
      <p className={styles.who}>
        {who} changed it{' '}
        {at === null ? 'in the meantime' : <time dateTime={at}>at {formatDateTime(at)}</time>} to
      </p>
      <dl>
        {values.map(([label, value]) => (
          <div key={label} className={styles.value}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
