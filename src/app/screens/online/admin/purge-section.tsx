import { useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { approvePurge } from '../../../../db/commands/online-calls.ts';
import { allDeals } from '../../../../db/queries/deals.ts';
import type { OrganizationRow, TransactionRow } from '../../../../db/rows.ts';
import { begunBy, useBegun } from '../../../lib/begun.ts';
import { carryOut as begin } from '../../../lib/carry-out.ts';
import { counted } from '../../../lib/counted.ts';
import { formatDate, formatMoment } from '../../../lib/dates.ts';
import { useOnlineCall } from '../../../lib/use-online-call.ts';
import { useMirror } from '../../../session/mirror-context.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/check-box.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FormField } from '../../../ui/form-field.tsx';
import { Note } from '../../../ui/note.tsx';
import { Section } from '../../../ui/section.tsx';
import styles from '../account/account.module.css';

/** So many are listed; who has more narrows them down. */
const SHOWN = 100;

/** Which are chosen. */
const begun = begunBy<ReadonlySet<string>>();

/** Transactions whose files an admin has archived and removed, or may (domain "People and rights", purge_approval). */
export function PurgeSection({ organization: { uuid, hasActiveDrp } }: { organization: OrganizationRow }) {
  const db = useMirror();
  const deals = useLiveQuery(() => allDeals(db), [db])?.deals ?? [];
  const { pending, problem, carryOut } = useOnlineCall();
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useBegun<ReadonlySet<string>>(begun, uuid, new Set());
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
    if (await carryOut(approvePurge(taken.map(({ uuid }) => uuid)))) setChosen(new Set());
  };
  return (
    <Section
      title="Purge approvals"
      hint="The files of a transaction go into one archive, which its participants can download, and are removed. What is written of them stays."
    >
      {problem === null ? null : (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      )}
      {hasActiveDrp ? (
        <Note>
          Your organization has a data retention policy, which says when transactions are to be purged.
        </Note>
      ) : null}
      <FormField
        label="Find a transaction"
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      <ul className={styles.lines} aria-label="Transactions that could be purged">
        {open.slice(0, SHOWN).map((deal) => (
          <li key={deal.uuid} className={styles.line}>
            <CheckField
              checked={chosen.has(deal.uuid)}
              disabled={pending}
              onChange={({ currentTarget: { checked } }) => choose(deal.uuid, checked)}
            >
              {describe(deal)}
            </CheckField>
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
          <li key={deal.uuid} className={styles.line}>
            <div>
              <p className={styles.first}>{describe(deal)}</p>
              <p className={styles.facts}>
                Approved <time dateTime={deal.expiredAt ?? ''}>{formatMoment(deal.expiredAt ?? '')}</time>
              </p>
            </div>
            {deal.archivedFilesUrl === null ? null : <a href={deal.archivedFilesUrl}>Download the archive</a>}
          </li>
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
            {taken.map(({ name }) => `“${name}”`).join(', ')}: no files are taken any more, those that are
            there are archived, and then removed with all earlier versions. This cannot be taken back.
          </p>
        </ConfirmDialog>
      ) : null}
    </Section>
  );
}

function isCalled({ name, clientName, matterNumber }: TransactionRow, words: string): boolean {
  return `${name} ${clientName} ${matterNumber}`.toLowerCase().includes(words.trim().toLowerCase());
}

function describe({ name, clientName, closingDate }: TransactionRow): string {
  const closing = closingDate === null ? '' : `closing ${formatDate(closingDate)}`;
  return [name, clientName, closing].filter((part) => part !== '').join(', ');
}
