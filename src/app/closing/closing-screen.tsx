import Stamp from 'lucide-react/icons/stamp';
import { useMemo, useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import type { NumberingFormat } from '../../contract/rules/checklist/numbering.ts';
import {
  cancelCollations,
  changeRelease,
  confirmRelease,
  meetCondition,
  prepareRelease,
  releasePages,
  retryCollations,
  setReleaseConfirmations,
  withdrawRelease,
} from '../../db/commands/closing/release-calls.ts';
import type { OnlineCall } from '../../db/commands/account/online-calls.ts';
import {
  closingBoardOf,
  type OpenRelease,
  type PastRelease,
} from '../../db/queries/closing/closing-board.ts';
import { datedBefore } from '../../db/queries/closing/dated-before.ts';
import { dealRights } from '../../db/queries/transactions/deal-rights.ts';
import type { TransactionRow } from '../../db/rows.ts';
import type { ChecklistSnapshot } from '../../db/views/checklist-snapshot.ts';
import { checklistRows } from '../../db/views/checklist-rows.ts';
import { useNumbering } from '../checklist/use-numbering.ts';
import { nameOf, peopleOf } from '../details/people.ts';
import { useCurrentUser } from '../lib/account/use-current-user.ts';
import { runCommand as startCommand } from '../lib/commands/run-command.ts';
import { useOnlineCall } from '../lib/commands/use-online-call.ts';
import { useReachable } from '../lib/device/connectivity.ts';
import { isoDay } from '../lib/format/dates.ts';
import { lazyComponent } from '../lib/loading/lazy-component.tsx';
import { useMirror } from '../session/mirror-context.ts';
import type { AskedReason } from '../signing/packet-page/reason-dialog.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx';
import { Callout } from '../ui/status/callout.tsx';
import { EmptyState } from '../ui/status/empty-state.tsx';
import { CLOSING, RELEASE } from './closing-copy.ts';
import { CollatedDocuments } from './collated-documents.tsx';
import { CoveredLists, IncompleteDocuments } from './covered-lists.tsx';
import { LedgerList } from './ledger-list.tsx';
import { PastReleases } from './past-releases.tsx';
import { ReleaseCard, type ReleaseActs } from './release-card.tsx';
import { WatcherList } from './watcher-list.tsx';
import styles from './closing.module.css';

const NO_COLLAPSED: ReadonlySet<string> = new Set();

const PrepareDialog = lazyComponent(() =>
  import('./prepare-dialog.tsx').then((module) => module.PrepareDialog),
);
const ReasonDialog = lazyComponent(() =>
  import('../signing/packet-page/reason-dialog.tsx').then((module) => module.ReasonDialog),
);

/** Which dialog is open. */
type Asking =
  | { ask: 'prepare'; edited: OpenRelease | null }
  | { ask: 'release'; release: OpenRelease }
  | { ask: 'lower' }
  | { ask: 'reason'; reason: AskedReason };

interface ClosingScreenProps {
  deal: TransactionRow;
  snapshot: ChecklistSnapshot;
}

/** The closing board: the signatures in escrow, who still has to sign, and the releases. */
export function ClosingScreen({ deal, snapshot }: ClosingScreenProps) {
  const db = useMirror();
  const user = useCurrentUser()?.user;
  const isReachable = useReachable();
  const { uuid, organization, releaseConfirmations, participants } = deal;
  const read = useLiveQuery(
    () => closingBoardOf(db, { uuid, organization, releaseConfirmations, participants }),
    [db, uuid, organization, releaseConfirmations, participants],
  );
  const { pending, problem, runCommand } = useOnlineCall();
  const [asking, setAsking] = useState<Asking | null>(null);
  const people = useMemo(() => peopleOf(deal), [deal]);
  const format = useNumbering(deal);
  const order = useMemo(() => inChecklistOrder(snapshot, format), [snapshot, format]);
  if (!read) return null;
  const { open, past, collated, unreleased, free, parties, firms, colleagues } = read;
  const { edits, owns } = dealRights(user, db.userId, deal);
  const leads = edits && user?.organization === deal.organization;
  const needed = deal.releaseConfirmations ?? 2;
  const isBlocked = pending || !isReachable;
  const run = (call: OnlineCall) => startCommand(runCommand(call));
  const close = () => setAsking(null);
  const personNamed = (uuid: string) => people.get(uuid) ?? colleagues.get(uuid) ?? nameOf(people, uuid);
  const acts: ReleaseActs = {
    meet: async ({ row }, condition, met) => runCommand(meetCondition(row.uuid, condition, met)),
    confirm: ({ row: { uuid, version }, readiness }, confirmed) =>
      run(
        confirmRelease({ uuid, version, signatures: readiness.covered.map((each) => each.uuid) }, confirmed),
      ),
    release: (release) => setAsking({ ask: 'release', release }),
    edit: (edited) => setAsking({ ask: 'prepare', edited }),
    need: (count) =>
      count < needed ? setAsking({ ask: 'lower' }) : run(setReleaseConfirmations(deal.uuid, count)),
    withdraw: ({ row }) =>
      setAsking({
        ask: 'reason',
        reason: {
          title: RELEASE.withdrawTitle,
          lead: RELEASE.withdrawLead,
          confirm: RELEASE.withdraw,
          act: (reason) => withdrawRelease(row.uuid, reason),
        },
      }),
  };
  const state = [...open.map(({ row }) => row), ...past.map(({ row }) => row)].map(({ version }) => version);
  const isEmpty =
    collated.length === 0 && unreleased.signatures === 0 && open.length === 0 && past.length === 0;
  const prepare = (
    <Button
      look={open.length === 0 ? 'primary' : 'secondary'}
      disabled={isBlocked}
      onClick={() => setAsking({ ask: 'prepare', edited: null })}
    >
      {CLOSING.prepare}
    </Button>
  );
  return (
    <section className={styles.screen} aria-label={CLOSING.name}>
      <div className={styles.wide}>
        <p className={styles.lead}>{CLOSING.intro}</p>
        <WatcherList transaction={uuid} />
      </div>
      {isReachable ? null : (
        <Callout tone="warning" role="status" className={styles.wide}>
          {CLOSING.offline}
        </Callout>
      )}
      {problem === null || asking?.ask === 'prepare' ? null : (
        <Callout tone="danger" role="alert" className={styles.wide}>
          {problem}
        </Callout>
      )}
      {isEmpty ? (
        <div className={styles.wide}>
          <EmptyState icon={<Stamp aria-hidden="true" />} title={CLOSING.noneTitle}>
            {CLOSING.none}
          </EmptyState>
        </div>
      ) : (
        <>
          <div className={styles.main}>
            {open.map((release) => (
              <ReleaseCard
                key={release.row.uuid}
                transaction={deal.uuid}
                release={{ ...release, documents: order(release.documents) }}
                acts={acts}
                userId={db.userId}
                nameOf={personNamed}
                firmNamed={(firm) =>
                  firms.get(firm) ?? (firm === deal.organization ? CLOSING.ownFirm : CLOSING.otherFirm)
                }
                needed={needed}
                leads={leads}
                mayConfirm={leads || (edits && release.collectors.includes(user?.organization ?? ''))}
                owns={owns}
                isBlocked={isBlocked}
              />
            ))}
            {free.signatures > 0 ? (
              <section className={styles.card} aria-labelledby="closing-free">
                <header className={styles.head}>
                  <h2 id="closing-free">{CLOSING.toRelease}</h2>
                  {leads ? prepare : null}
                </header>
                <CoveredLists
                  covered={{ ...free, documents: order(free.documents) }}
                  transaction={deal.uuid}
                />
              </section>
            ) : null}
            {collated.length > 0 ? (
              <CollatedDocuments
                transaction={deal.uuid}
                documents={order(collated)}
                leads={leads}
                isBlocked={isBlocked}
                retry={(items) => run(retryCollations(deal.uuid, items))}
                cancel={(items) => run(cancelCollations(deal.uuid, items))}
              />
            ) : null}
            {past.length > 0 ? (
              <PastReleases transaction={deal.uuid} past={past} nameOf={personNamed} />
            ) : null}
          </div>
          <LedgerList
            transaction={deal.uuid}
            head={deal.ledgerHead ?? null}
            isBlocked={!isReachable}
            state={[...state, unreleased.held, unreleased.signatures, needed].join(' ')}
          />
        </>
      )}
      {asking?.ask === 'prepare' ? (
        <PrepareDialog
          documents={order(unreleased.documents)}
          parties={parties}
          edited={asking.edited?.row ?? null}
          suggested={free.documents.map(({ item }) => item)}
          problem={problem}
          isBusy={pending}
          onClose={close}
          onSave={async (content) =>
            runCommand(
              asking.edited
                ? changeRelease(asking.edited.row.uuid, content, asking.edited.row.version)
                : prepareRelease(deal.uuid, content),
            )
          }
        />
      ) : null}
      {asking?.ask === 'release' ? (
        <AskRelease release={asking.release} past={past} nameOf={personNamed} onClose={close} run={run} />
      ) : null}
      {asking?.ask === 'lower' ? (
        <ConfirmDialog
          title={RELEASE.lowerTitle}
          confirm={RELEASE.lower}
          onConfirm={() => run(setReleaseConfirmations(deal.uuid, 1))}
          onClose={close}
        >
          {RELEASE.lowerLead}
        </ConfirmDialog>
      ) : null}
      {asking?.ask === 'reason' ? <ReasonDialog asked={asking.reason} onClose={close} /> : null}
    </section>
  );
}

/** Asks for confirmation before pages are released. */
function AskRelease({
  release: { row, documents, incomplete, readiness },
  past,
  nameOf: named,
  onClose,
  run,
}: {
  release: OpenRelease;
  past: readonly PastRelease[];
  nameOf: (user: string) => string;
  onClose: () => void;
  run: (call: OnlineCall) => void;
}) {
  const dated = datedBefore(documents, past).filter(({ date }) => date !== row.effectiveDate);
  return (
    <ConfirmDialog
      title={RELEASE.askTitle(documents.length)}
      confirm={RELEASE.release(documents.length)}
      onConfirm={() => run(releasePages(row.uuid))}
      onClose={onClose}
    >
      <div className={styles.form}>
        <p>{RELEASE.ask(readiness.covered.length, row.effectiveDate)}</p>
        <IncompleteDocuments documents={incomplete} />
        {row.effectiveDate === null || row.effectiveDate === isoDay() ? null : (
          <Callout tone="warning">{RELEASE.askOtherDate(row.effectiveDate)}</Callout>
        )}
        {dated.map(({ item, name, date }) => (
          <Callout key={item} tone="warning">
            {row.effectiveDate === null ? RELEASE.askKeptDate(name, date) : RELEASE.askTwoDates(name, date)}
          </Callout>
        ))}
        <p>{RELEASE.askConfirmed(readiness.confirmedBy.map(named))}</p>
        <p>{RELEASE.askFinal}</p>
      </div>
    </ConfirmDialog>
  );
}

/** Returns a function that sorts rows about documents into checklist order. */
function inChecklistOrder(
  snapshot: ChecklistSnapshot,
  format: NumberingFormat,
): <Row extends { item: string }>(rows: readonly Row[]) => Row[] {
  const rows = checklistRows(snapshot, { collapsed: NO_COLLAPSED, format });
  const places = new Map(rows.flatMap(({ entry }, index) => (entry.item ? [[entry.item.uuid, index]] : [])));
  const placeOf = ({ item }: { item: string }) => places.get(item) ?? rows.length;
  return (unordered) => unordered.toSorted((one, other) => placeOf(one) - placeOf(other));
}
