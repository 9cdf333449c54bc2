import { useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { approvePurge, withdrawPurge } from '../../../../db/commands/account/online-calls.ts';
import { purgesAnswer } from '../../../../db/queries/account/answers.ts';
import { allDeals } from '../../../../db/queries/transactions/deals.ts';
import type { Purge } from '../../../../contract/entities/purge.ts';
import type { Camelized } from '../../../../db/codec.ts';
import type { OrganizationRow, TransactionRow } from '../../../../db/rows.ts';
import { createFormDrafts, useDraftState } from '../../../lib/form/form-drafts.ts';
import { runCommand as begin } from '../../../lib/commands/run-command.ts';
import { counted } from '../../../lib/format/numbers.ts';
import { formatDateTime } from '../../../lib/format/dates.ts';
import { useAnswer } from '../../../lib/commands/use-answer.ts';
import { useOnlineCall } from '../../../lib/commands/use-online-call.ts';
import { useMirror } from '../../../session/mirror-context.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/form/checkbox.tsx';
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx';
import { FormField } from '../../../ui/form/form-field.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { StatusLabel } from '../../../ui/status/status-label.tsx';
import styles from '../account/account.module.css';
import { describeDeal, isCalled } from './own-deals.ts';

/** So many are listed; who has more narrows them down. */
const SHOWN = 100;

/** Which are chosen. */
const begun = createFormDrafts<ReadonlySet<string>>();

/** Transactions whose files an admin has archived and removed, or may (docs/product/transactions.md, "Deleting and purging"). */
export function PurgeSection({ organization: { uuid, hasActiveDrp } }: { organization: OrganizationRow }) {
  const db = useMirror();
  const deals = useLiveQuery(() => allDeals(db), [db])?.deals ?? [];
  const purges = useLiveQuery(() => purgesAnswer(db), [db])?.body ?? [];
  useAnswer(
    'purges',
    purges.some((purge) => purge.problem === null),
  );
  const { pending, problem, runCommand } = useOnlineCall();
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useDraftState<ReadonlySet<string>>(begun, uuid, new Set());
  const [asking, setAsking] = useState(false);
  const own = deals
    .filter((deal) => deal.organization === uuid && isCalled(deal, words))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const approved = own.filter(({ expiredAt }) => expiredAt !== null);
  const open = own.filter(({ expiredAt }) => expiredAt === null);
  // What somebody else has approved meanwhile is chosen no more.
  const taken = deals.filter(({ uuid, expiredAt }) => chosen.has(uuid) && expiredAt === null);
  const choose = (uuid: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(uuid);
    else next.delete(uuid);
    setChosen(next);
  };
  const approve = async () => {
    if (await runCommand(approvePurge(taken.map(({ uuid }) => uuid)))) setChosen(new Set());
  };
  return (
    <Section
      title="Purge approvals"
      hint="The files of a transaction are put into one archive that its participants can download, then removed. The checklist and the activity stay."
    >
      {problem === null ? null : (
        <Callout tone="danger" role="alert">
          {problem}
        </Callout>
      )}
      {hasActiveDrp ? (
        <Callout>
          Your organization’s data retention policy says when transactions are due to be purged.
        </Callout>
      ) : null}
      <FormField
        label="Find a transaction"
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      <ul className={styles.lines} aria-label="Transactions that could be purged">
        {open.slice(0, SHOWN).map((deal) => (
          <li key={deal.uuid} className={styles.line}>
            <CheckboxField
              checked={chosen.has(deal.uuid)}
              disabled={pending}
              onChange={({ currentTarget: { checked } }) => choose(deal.uuid, checked)}
            >
              {describeDeal(deal)}
            </CheckboxField>
          </li>
        ))}
      </ul>
      {open.length > SHOWN ? <p className={styles.facts}>And {open.length - SHOWN} more.</p> : null}
      <div className={styles.submit}>
        <Button
          look="danger"
          aria-haspopup="dialog"
          disabled={taken.length === 0}
          aria-disabled={pending}
          onClick={() => setAsking(true)}
        >
          Approve the purge…
        </Button>
      </div>
      <ul className={styles.lines} aria-label="Purged transactions">
        {approved.slice(0, SHOWN).map((deal) => (
          <PurgedLine
            key={deal.uuid}
            deal={deal}
            purge={purges.find(({ transaction }) => transaction === deal.uuid)}
            disabled={pending}
            onAgain={() => begin(runCommand(approvePurge([deal.uuid])))}
            onWithdraw={() => begin(runCommand(withdrawPurge([deal.uuid])))}
          />
        ))}
      </ul>
      {asking ? (
        <ConfirmDialog
          title={`Remove the files of ${counted(taken.length, 'transaction', 'transactions')}?`}
          confirm="Approve the purge"
          onConfirm={() => begin(approve())}
          onClose={() => setAsking(false)}
        >
          <p>
            {taken.map((deal) => `“${describeDeal(deal)}”`).join(', ')}: no files are taken any more, those
            that are there are archived, and then removed with all earlier versions. This can be taken back
            only until they are archived.
          </p>
        </ConfirmDialog>
      ) : null}
    </Section>
  );
}

interface PurgedLineProps {
  deal: TransactionRow;
  /** Undefined = it has come to its end, or the server has not told of it yet. */
  purge: Camelized<Purge> | undefined;
  disabled: boolean;
  onAgain: () => void;
  onWithdraw: () => void;
}

/** A transaction whose purge was approved: how far that is, what stands in its way, and the way on. */
function PurgedLine({ deal, purge, disabled, onAgain, onWithdraw }: PurgedLineProps) {
  const { expiredAt, archivedFilesUrl } = deal;
  const described = describeDeal(deal);
  const document = purge?.document ? ` It is about “${purge.document.name}”.` : '';
  return (
    <li className={styles.line}>
      <div>
        <p className={styles.first}>{described}</p>
        <p className={styles.facts}>
          Approved <time dateTime={expiredAt ?? ''}>{formatDateTime(expiredAt ?? '')}</time>
        </p>
        {purge?.problem ? <StatusLabel shape="failed">{`${purge.problem}${document}`}</StatusLabel> : null}
      </div>
      {archivedFilesUrl === null ? null : (
        <a href={archivedFilesUrl} aria-label={`Download the archive of ${described}`}>
          Download the archive
        </a>
      )}
      {purge?.problem ? (
        <Button aria-label={`Try again with ${described}`} aria-disabled={disabled} onClick={onAgain}>
          Try again
        </Button>
      ) : null}
      {purge?.archivedAt === null ? (
        <Button
          aria-label={`Withdraw the approval of ${described}`}
          aria-disabled={disabled}
          onClick={onWithdraw}
        >
          Withdraw
        </Button>
      ) : null}
    </li>
  );
}
