import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import Plus from 'lucide-react/icons/plus';
import { rememberDealOrder } from '../../../db/commands/transactions/remember-deal-order.ts';
import {
  dealOrder,
  dealsThatMatch,
  inDealOrder,
  type DealColumn,
  type DealOrder,
} from '../../../db/queries/transactions/deal-order.ts';
import { allDeals } from '../../../db/queries/transactions/deals.ts';
import type { OfflineProgress } from '../../../db/queries/offline/offline-progress.ts';
import { dealSteps } from '../../../db/queries/status/last-synced.ts';
import { me } from '../../../db/queries/account/session.ts';
import type { TransactionRow } from '../../../db/rows.ts';
import { AppBar } from '../../app-bar/app-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { createFormDrafts, useDraftState } from '../../lib/form/form-drafts.ts';
import { deferredUi } from '../../lib/loading/load-deferred-ui.ts';
import { runCommand } from '../../lib/commands/run-command.ts';
import { lazyComponent } from '../../lib/loading/lazy-component.tsx';
import { useNotifyFirstPaint } from '../../lib/loading/first-paint.ts';
import { useBrowserOnline } from '../../lib/device/connectivity.ts';
import { Page, PageTitle } from '../../ui/layout/page.tsx';
import { useDelayed } from '../../ui/status/use-delayed.ts';
import hidden from '../../ui/visually-hidden.module.css';
import { usePaletteActions, type PaletteAction } from '../../palette/palette-store.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { OwnInvitations } from '../online/invitations/lazy-own-invitations.ts';
import { LIST } from './deal-list-copy.ts';
import type { DealQuestion } from './deal-dialogs.tsx';
import type { DealAct } from './deal-menu-popover.tsx';
import { DealTable } from './deal-table.tsx';
import { DealTableSkeleton } from './deal-table-skeleton.tsx';
import { DealToolbar } from './deal-toolbar.tsx';
import { focusRow, neighborOf } from './focus-row.ts';
import styles from './deal-list-screen.module.css';

const DealDialog = lazyComponent(() => import('./deal-dialogs.tsx').then((module) => module.DealDialog));
const NoDeals = lazyComponent(() => import('./no-deals.tsx').then((module) => module.NoDeals));
const UnfiledNote = lazyComponent(() => import('./unfiled-note.tsx').then((module) => module.UnfiledNote), {
  optional: true,
});
const AttentionReader = lazyComponent(
  () => import('../../transaction/attention-reader.tsx').then((module) => module.AttentionReader),
  { optional: true },
);
const OfflineProgressReader = lazyComponent(
  () =>
    import('../../offline-deals/offline-progress-reader.tsx').then((module) => module.OfflineProgressReader),
  { optional: true },
);
const DealsCard = deferredUi(() =>
  import('../../deferred-ui/deferred-ui.tsx').then((module) => module.DealsCard),
);

const drafts = createFormDrafts<DealQuestion | null>();

/** Returns the palette actions of this screen. */
function paletteActions(create: () => void): PaletteAction[] {
  return [{ id: 'new-transaction', name: LIST.create, run: create }];
}

/** The active or the archived deals of the signed-in user. */
export function DealListScreen() {
  const db = useMirror();
  const online = useBrowserOnline();
  const archived = useSearchParams()[0].has('archived');
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useDraftState<DealQuestion | null>(drafts, 'deals', null);
  const list = useLiveQuery(() => allDeals(db), [db]);
  const order = useLiveQuery(() => dealOrder(db), [db]);
  const user = useLiveQuery(() => me(db), [db]);
  const uuids = (list?.deals ?? []).map((deal) => deal.uuid).join();
  const steps = useLiveQuery(() => dealSteps(db, uuids.split(',').filter(Boolean)), [db, uuids]);
  const shown = useShown(list?.deals, archived, useDeferredValue(search), order, steps);
  const [attention, setAttention] = useState<ReadonlyMap<string, string> | null>(null);
  const [kept, setKept] = useState<ReadonlyMap<string, OfflineProgress>>();
  const { onAct, focusNext } = useActs(setAsked);
  useEffect(() => focusNext(shown?.deals), [shown?.deals, focusNext]);

  useNotifyFirstPaint(list !== undefined);
  usePaletteActions(useMemo(() => paletteActions(() => setAsked({ kind: 'create' })), [setAsked]));

  const isEmpty = list?.deals.length === 0;
  const waiting = !list || (isEmpty && !list.pulled);
  const skeleton = useDelayed(waiting && online);
  const sortBy = (column: DealColumn) => {
    const descending = order?.column === column && !order.descending;
    runCommand(rememberDealOrder(db, { column, descending }));
  };
  const newTransaction = (
    <Button look="primary" icon={<Plus aria-hidden="true" />} onClick={() => setAsked({ kind: 'create' })}>
      {LIST.create}
    </Button>
  );

  return (
    <>
      <AppBar />
      <Page width="wide">
        <div className={styles.head}>
          <PageTitle>{LIST.title}</PageTitle>
          {isEmpty && list.pulled ? null : newTransaction}
        </div>
        <DealsCard />
        <UnfiledNote />
        <OwnInvitations />
        {shown && order && !isEmpty ? (
          <>
            <DealToolbar
              archived={archived}
              counts={shown.counts}
              search={search}
              onSearch={setSearch}
              order={order}
              onOrder={(chosen) => runCommand(rememberDealOrder(db, chosen))}
            />
            <output className={hidden.hidden}>{search === '' ? '' : LIST.found(shown.deals.length)}</output>
            {shown.deals.length > 0 ? (
              <DealTable
                deals={shown.deals}
                steps={steps}
                kept={kept}
                user={user}
                userId={db.userId}
                attention={attention}
                order={order}
                onSort={sortBy}
                onAct={onAct}
              />
            ) : null}
          </>
        ) : null}
        {list && shown?.deals.length === 0 ? (
          <NoDeals
            isEmpty={isEmpty}
            pulled={list.pulled}
            online={online}
            archived={archived}
            search={search}
            elsewhere={shown.elsewhere}
            onClearSearch={() => setSearch('')}
            newTransaction={newTransaction}
          />
        ) : null}
        {skeleton ? <DealTableSkeleton /> : null}
      </Page>
      {list && !isEmpty ? (
        <>
          <AttentionReader deals={list.deals} onReasons={setAttention} />
          <OfflineProgressReader onProgress={setKept} />
        </>
      ) : null}
      {asked ? <DealDialog asked={asked} onClose={() => setAsked(null)} /> : null}
    </>
  );
}

interface ShownDeals {
  /** The deals of the shown list that match the search. */
  deals: TransactionRow[];
  /** How many deals each list has. */
  counts: { active: number; archived: number };
  /** How many deals of the other list match the search. */
  elsewhere: number;
}

function useShown(
  deals: readonly TransactionRow[] | undefined,
  archived: boolean,
  search: string,
  order: DealOrder | undefined,
  steps: Parameters<typeof inDealOrder>[2],
): ShownDeals | null {
  // Sync states change often: depend on them only when the list is sorted by them.
  const ranked = order?.column === 'step' ? steps : undefined;
  return useMemo(() => {
    if (!deals || !order) return null;
    const found = dealsThatMatch(deals, search);
    const here = found.filter((deal) => deal.archived === archived);
    const away = deals.filter((deal) => deal.archived).length;
    return {
      deals: inDealOrder(here, order, ranked),
      counts: { active: deals.length - away, archived: away },
      elsewhere: found.length - here.length,
    };
  }, [deals, archived, search, order, ranked]);
}

/** Runs the actions of row menus. When an action removes the row, focus moves to its neighbor. */
function useActs(ask: (asked: DealQuestion) => void) {
  const db = useMirror();
  const leaving = useRef<{ deal: string; next: string | undefined } | null>(null);
  const onAct = useCallback(
    (deal: TransactionRow, act: DealAct) => {
      leaving.current = { deal: deal.uuid, next: neighborOf(deal.uuid) };
      if (act === 'keep' || act === 'release' || act === 'archive') {
        runCommand(import('./act-on-deal.ts').then(({ actOnDeal }) => actOnDeal(db, deal, act)));
        return;
      }
      ask({ kind: act, deal });
    },
    [db, ask],
  );
  const focusNext = useCallback((deals: readonly TransactionRow[] | undefined) => {
    const left = leaving.current;
    if (!left || !deals || deals.some(({ uuid }) => uuid === left.deal)) return;
    leaving.current = null;
    // The user may have moved the focus in the meantime.
    if (document.activeElement === document.body) focusRow(left.next);
  }, []);
  return { onAct, focusNext };
}
