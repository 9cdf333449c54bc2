import { useMemo, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import Braces from 'lucide-react/icons/braces';
import Users from 'lucide-react/icons/users';
import { setCustomValues } from '../../../db/commands/signing/signatories/custom-values.ts';
import { valuesView } from '../../../db/queries/signing/signatories/values.ts';
import { useAnnouncer } from '../../checklist/use-announcer.tsx';
import { useMirror } from '../../session/mirror-context.ts';
import { pushToast } from '../../toasts/toast-store.ts';
import { useMayEdit } from '../../transaction/may-edit.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import { StatusLabel } from '../../ui/status/status-label.tsx';
import { useCarryOutAct } from '../../undo/history-context.ts';
import { countMissing, type Filling } from './values-block.ts';
import { VALUES } from './values-copy.ts';
import { ValuesGrid, type GridHandle } from './values-grid.tsx';
import styles from './values-screen.module.css';

/** The values of a deal's custom fields: signatories by fields. */
export function ValuesScreen({ transaction }: { transaction: string }) {
  const db = useMirror();
  const act = useCarryOutAct();
  const mayEdit = useMayEdit();
  const view = useMemo(() => valuesView(db, transaction), [db, transaction]);
  const grid = useSyncExternalStore(view.subscribe, view.getSnapshot);
  const handle = useRef<GridHandle>(null);
  const { announce, region } = useAnnouncer(VALUES.name);
  const missing = useMemo(() => (grid ? countMissing(grid) : 0), [grid]);
  if (!grid) return null;
  const onFill = ({ values, outside, tooLong }: Filling, label: string, done: string | null) => {
    if (values.length > 0) act(label, setCustomValues(db, { transaction, values }));
    if (done !== null) announce(values.length > 0 ? done : VALUES.unchanged);
    if (outside > 0) pushToast({ id: 'values-outside', level: 'info', message: VALUES.outside(outside) });
    if (tooLong > 0) pushToast({ id: 'values-too-long', level: 'error', message: VALUES.tooLong(tooLong) });
  };
  const path = `/transaction/${transaction}`;
  let content: ReactNode;
  if (grid.fields.length === 0)
    content = (
      <EmptyState
        icon={<Braces aria-hidden="true" />}
        title={VALUES.noFieldsTitle}
        actions={mayEdit ? <Link to={`${path}/fields?view=names`}>{VALUES.toFields}</Link> : null}
      >
        {mayEdit ? VALUES.noFields : VALUES.noFieldsViewOnly}
      </EmptyState>
    );
  else if (grid.signatories.length === 0)
    content = (
      <EmptyState
        icon={<Users aria-hidden="true" />}
        title={VALUES.noSignatoriesTitle}
        actions={mayEdit ? <Link to={`${path}/signatories`}>{VALUES.toSignatories}</Link> : null}
      >
        {mayEdit ? VALUES.noSignatories : VALUES.noSignatoriesViewOnly}
      </EmptyState>
    );
  else
    content = (
      <>
        <div className={styles.head}>
          <StatusLabel shape={missing === 0 ? 'ready' : 'waiting'}>{VALUES.missing(missing)}</StatusLabel>
          {missing > 0 ? (
            <Button look="quiet" onClick={() => handle.current?.goToMissing()}>
              {VALUES.nextMissing}
            </Button>
          ) : null}
          {mayEdit ? (
            <p id="values-hint" className={styles.hint}>
              {VALUES.hint}
            </p>
          ) : null}
        </div>
        <ValuesGrid ref={handle} grid={grid} mayEdit={mayEdit} hintId="values-hint" onFill={onFill} />
      </>
    );
  return (
    <section className={styles.screen} aria-label={VALUES.name}>
      {content}
      {region}
    </section>
  );
}
