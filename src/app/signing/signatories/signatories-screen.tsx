import Copy from 'lucide-react/icons/copy';
import ListPlus from 'lucide-react/icons/list-plus';
import Plus from 'lucide-react/icons/plus';
import SearchX from 'lucide-react/icons/search-x';
import Users from 'lucide-react/icons/users';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { cleanEmail } from '../../../contract/rules/signing/signatories/email-address.ts';
import type { NewParty, NewRelation } from '../../../db/commands/signing/signatories/add-signatories.ts';
import type { ListedSignatory } from '../../../db/queries/signing/signatories/signatories.ts';
import { useAnnouncer } from '../../checklist/use-announcer.tsx';
import { useFlag } from '../../lib/account/use-feature.ts';
import { lazyComponent } from '../../lib/loading/lazy-component.tsx';
import { neighbor, NOTHING_CHOSEN, pruned, type Selection } from '../../lib/selection.ts';
import { usePaletteActions } from '../../palette/palette-store.ts';
import { useMayEdit } from '../../transaction/may-edit.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import { filterSignatories, type SignatoryFilter } from './filter-signatories.ts';
import { ACTS, DELETE, DUPLICATE, SIGNATORIES } from './signatories-copy.ts';
import { SignatoriesToolbar } from './signatories-toolbar.tsx';
import { SignatoryList, type FocusRequest, type ListIntent } from './signatory-list.tsx';
import { SignatoryPanel } from './panel/signatory-panel.tsx';
import type { RowField } from './signatory-row.tsx';
import { useDealSignatories } from './use-deal-signatories.ts';
import { useSignatoryActs } from './use-signatory-acts.ts';
import styles from './signatories-screen.module.css';

/** The URL parameter that names the signatory whose details are open. */
const PARAMETER = 'signatory';

const AddSignatoryDialog = lazyComponent(() =>
  import('./add-signatory-dialog.tsx').then((module) => module.AddSignatoryDialog),
);
const AddManyDialog = lazyComponent(() =>
  import('../add-many/add-many-dialog.tsx').then((module) => module.AddManyDialog),
);
const DuplicateDialog = lazyComponent(() =>
  import('./duplicate-dialog.tsx').then((module) => module.DuplicateDialog),
);
const ModalDialog = lazyComponent(() =>
  import('../../ui/overlay/modal-dialog.tsx').then((module) => module.ModalDialog),
);
const ConfirmDialog = lazyComponent(() =>
  import('../../ui/overlay/confirm-dialog.tsx').then((module) => module.ConfirmDialog),
);

interface SignatoriesScreenProps {
  transaction: string;
  /** Height of the panel that covers the lower end of the page, px. */
  roomBelow: number;
}

/** The people and entities who sign in a deal, and their capacities. */
export function SignatoriesScreen({ transaction, roomBelow }: SignatoriesScreenProps) {
  const mayEdit = useMayEdit();
  const acts = useSignatoryActs(transaction);
  const deal = useDealSignatories(transaction);
  const showsGroups = useFlag(transaction, 'SHOW_SIGNING_GROUP_TAGS');
  const [openUuid, setOpen] = useOpenSignatory();
  const [text, setText] = useState('');
  const [filter, setFilter] = useState<SignatoryFilter>('all');
  const [storedSelection, setSelection] = useState<Selection>({ ...NOTHING_CHOSEN, active: openUuid });
  const [editing, setEditing] = useState<{ uuid: string; field: RowField } | null>(null);
  const [adding, setAdding] = useState<'one' | 'many' | 'copies' | null>(null);
  const [deleting, setDeleting] = useState<readonly ListedSignatory[] | null>(null);
  const [focusRequest, setFocusRequest] = useState<FocusRequest | null>(null);
  const [panelFocus, setPanelFocus] = useState<object | null>(null);
  const { announce, region } = useAnnouncer(SIGNATORIES.name);
  const field = useRef<HTMLInputElement>(null);
  usePaletteActions(
    useMemo(
      () =>
        mayEdit
          ? [
              { id: 'signatories/add', name: SIGNATORIES.addAction, run: () => setAdding('one') },
              { id: 'signatories/add-many', name: SIGNATORIES.addManyAction, run: () => setAdding('many') },
              { id: 'signatories/copy', name: DUPLICATE.openAction, run: () => setAdding('copies') },
            ]
          : [],
      [mayEdit],
    ),
  );

  const all = deal?.signatories;
  const shown = useMemo(() => filterSignatories(all ?? [], text, filter), [all, text, filter]);
  const order = useMemo(() => shown.map(({ row }) => row.uuid), [shown]);
  // Actions skip signatories that are not shown, because the user would not see the effect.
  const selection = useMemo(() => {
    const there = new Set(order);
    return pruned(storedSelection, (uuid) => there.has(uuid));
  }, [storedSelection, order]);
  const chosen = useMemo(
    () => shown.filter(({ row }) => selection.chosen.has(row.uuid)),
    [shown, selection.chosen],
  );
  const active = selection.active ?? order[0] ?? null;

  const focusRow = (uuid: string) => {
    setSelection((last) => ({ ...last, active: uuid }));
    setFocusRequest({ uuid });
  };
  const show = (uuid: string, moveFocus: boolean) => {
    setSelection((last) => ({ ...last, active: uuid, anchor: uuid }));
    setOpen(uuid);
    if (moveFocus) setPanelFocus({});
  };
  const close = () => {
    const uuid = openUuid;
    setOpen(null);
    setPanelFocus(null);
    if (uuid !== null && order.includes(uuid)) focusRow(uuid);
  };
  const removeNow = (signatories: readonly ListedSignatory[]) => {
    const gone = new Set(signatories.map(({ row }) => row.uuid));
    const next = neighbor(order, gone);
    if (openUuid !== null && gone.has(openUuid)) setOpen(null);
    setSelection({ ...NOTHING_CHOSEN, active: next });
    acts.remove(signatories.map(({ row }) => ({ uuid: row.uuid, name: row.fullName })));
    if (next === null) field.current?.focus();
    else setFocusRequest({ uuid: next });
  };
  const remove = (signatories: readonly ListedSignatory[]) => {
    if (signatories.length === 0 || !mayEdit) return;
    if (signatures(signatories) > 0 || signatories.some(({ isSentOrSigned }) => isSentOrSigned))
      setDeleting(signatories);
    else removeNow(signatories);
  };
  const edited = useCallback(
    ({ row }: ListedSignatory, which: RowField, typed: string | null, next: boolean) => {
      const { uuid, fullName } = row;
      setEditing(next && which === 'fullName' ? { uuid, field: 'email' } : null);
      if (!next || which === 'email') setFocusRequest({ uuid });
      if (typed === null || (which === 'fullName' && typed === '')) return;
      const edits = which === 'email' ? { email: cleanEmail(typed) } : { fullName: typed };
      // `act` reports a failure.
      acts.update({ uuid, name: fullName }, edits).catch(() => undefined);
    },
    [acts],
  );
  const add = (parties: readonly NewParty[], relations: readonly NewRelation[]) => {
    setAdding(null);
    const [first] = parties;
    if (!first) return;
    // Otherwise, a filter might hide the new signatory.
    setText('');
    setFilter('all');
    acts.add(ACTS.add(first.fullName), parties, relations).catch(() => undefined);
    show(first.uuid, false);
    setFocusRequest({ uuid: first.uuid });
  };
  const onIntent = (intent: ListIntent) => {
    switch (intent) {
      case 'open':
        if (active !== null) show(active, true);
        return;
      case 'rename':
        if (active !== null && mayEdit) setEditing({ uuid: active, field: 'fullName' });
        return;
      case 'delete':
        remove(chosen.length > 0 ? chosen : shown.filter(({ row }) => row.uuid === active));
        return;
      case 'escape':
        if (selection.chosen.size > 0) setSelection({ ...NOTHING_CHOSEN, active });
        else if (openUuid !== null) close();
        return;
      case 'search':
        field.current?.focus();
    }
  };

  if (!deal) return null;
  const sent = deleting?.filter(({ isSentOrSigned }) => isSentOrSigned) ?? [];
  const addButtons = mayEdit ? (
    <>
      <Button look="primary" icon={<Plus aria-hidden="true" />} onClick={() => setAdding('one')}>
        {SIGNATORIES.add}
      </Button>
      <Button icon={<ListPlus aria-hidden="true" />} onClick={() => setAdding('many')}>
        {SIGNATORIES.addMany}
      </Button>
      <Button icon={<Copy aria-hidden="true" />} onClick={() => setAdding('copies')}>
        {DUPLICATE.open}
      </Button>
    </>
  ) : null;
  return (
    <section className={styles.screen} aria-label={SIGNATORIES.name}>
      <div className={styles.main}>
        {deal.signatories.length === 0 ? (
          <EmptyState
            icon={<Users aria-hidden="true" />}
            compact={roomBelow > 0}
            title={SIGNATORIES.emptyTitle}
            actions={addButtons}
          >
            {mayEdit ? SIGNATORIES.empty : SIGNATORIES.emptyViewOnly}
          </EmptyState>
        ) : (
          <SignatoriesToolbar
            text={text}
            filter={filter}
            chosen={chosen.length}
            shown={shown.length}
            total={deal.signatories.length}
            field={field}
            onText={setText}
            onFilter={setFilter}
            onDelete={() => remove(chosen)}
            onClearSelection={() => setSelection({ ...NOTHING_CHOSEN, active })}
            onAdd={() => setAdding('one')}
            onAddMany={() => setAdding('many')}
            onCopy={() => setAdding('copies')}
          />
        )}
        {deal.signatories.length > 0 && shown.length === 0 ? (
          <EmptyState
            icon={<SearchX aria-hidden="true" />}
            compact={roomBelow > 0}
            title={SIGNATORIES.noMatchTitle}
            actions={
              <Button
                onClick={() => {
                  setText('');
                  setFilter('all');
                }}
              >
                {SIGNATORIES.showAll}
              </Button>
            }
          >
            {SIGNATORIES.noMatch(deal.signatories.length)}
          </EmptyState>
        ) : null}
        {shown.length > 0 ? (
          <SignatoryList
            signatories={shown}
            selection={selection}
            open={openUuid}
            editing={editing}
            focusRequest={focusRequest}
            mayEdit={mayEdit}
            showsGroups={showsGroups}
            roomBelow={roomBelow}
            onSelect={setSelection}
            onActivate={(uuid) => {
              focusRow(uuid);
              // The open details follow the arrow keys.
              if (openUuid !== null) setOpen(uuid);
            }}
            onOpen={(uuid) => show(uuid, false)}
            onEdit={(uuid, which) => setEditing({ uuid, field: which })}
            onEdited={edited}
            onIntent={onIntent}
          />
        ) : null}
      </div>
      {openUuid === null ? null : (
        <SignatoryPanel
          signatory={deal.byUuid.get(openUuid)}
          deal={deal}
          acts={acts}
          showsGroups={showsGroups}
          focusRequest={panelFocus}
          announce={announce}
          onOpen={(uuid) => show(uuid, true)}
          onDelete={(signatory) => remove([signatory])}
          onClose={close}
        />
      )}
      {adding === 'many' ? <AddManyDialog transaction={transaction} onClose={() => setAdding(null)} /> : null}
      {adding === 'copies' ? (
        <DuplicateDialog transaction={transaction} onClose={() => setAdding(null)} />
      ) : null}
      {adding === 'one' ? (
        <AddSignatoryDialog
          transaction={transaction}
          deal={deal}
          onAdd={add}
          onClose={() => setAdding(null)}
        />
      ) : null}
      {deleting && sent.length > 0 ? (
        <ModalDialog
          alert
          title={DELETE.blocked(deleting.length, deleting[0]?.row.fullName ?? '')}
          onClose={() => setDeleting(null)}
          footer={<Button onClick={() => setDeleting(null)}>{DELETE.close}</Button>}
        >
          {DELETE.whyBlocked(sent.map(({ row }) => row.fullName))}
        </ModalDialog>
      ) : deleting ? (
        <ConfirmDialog
          title={DELETE.title(deleting.length, deleting[0]?.row.fullName ?? '')}
          confirm={DELETE.confirm(deleting.length)}
          onConfirm={() => removeNow(deleting)}
          onClose={() => setDeleting(null)}
        >
          {DELETE.question(signatures(deleting))}
        </ConfirmDialog>
      ) : null}
      {region}
    </section>
  );
}

/**
 * Returns how many signatures are assigned to the signatories. If a person signs for an entity in this list, the signature
 * counts twice.
 */
function signatures(signatories: readonly ListedSignatory[]): number {
  return signatories.reduce((sum, { total }) => sum + total, 0);
}

/** Returns the signatory whose details are open, from the URL; null = none. */
function useOpenSignatory(): [string | null, (uuid: string | null) => void] {
  const [parameters, setParameters] = useSearchParams();
  const open = useCallback(
    (uuid: string | null) =>
      setParameters(
        (before) => {
          const next = new URLSearchParams(before);
          if (uuid === null) next.delete(PARAMETER);
          else next.set(PARAMETER, uuid);
          return next;
        },
        { replace: true },
      ),
    [setParameters],
  );
  return [parameters.get(PARAMETER), open];
}
