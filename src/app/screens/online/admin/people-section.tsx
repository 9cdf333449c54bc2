import { useLayoutEffect, useRef, useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { createParticipant, deleteParticipant } from '../../../../db/commands/account/online-calls.ts';
import { allDeals } from '../../../../db/queries/transactions/deals.ts';
import { firmMembers } from '../../../../db/queries/transactions/members.ts';
import type { MemberRow, TransactionRow } from '../../../../db/rows.ts';
import { runCommand as begin } from '../../../lib/commands/run-command.ts';
import { useOnlineCall } from '../../../lib/commands/use-online-call.ts';
import { useMirror } from '../../../session/mirror-context.ts';
import { Button } from '../../../ui/button.tsx';
import { FormField } from '../../../ui/form/form-field.tsx';
import { ModalDialog } from '../../../ui/overlay/modal-dialog.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import styles from '../account/account.module.css';
import { describeDeal, isCalled } from './own-deals.ts';

/** So many are listed; who has more says more of what they look for. */
const SHOWN = 20;

/** Who works on a transaction of the organization, said by an admin who need not do so themselves (docs/product/people-and-access.md, "Adding and removing participants"). */
export function PeopleSection({ organization }: { organization: string }) {
  const db = useMirror();
  const deals = useLiveQuery(() => allDeals(db), [db])?.deals ?? [];
  const [words, setWords] = useState('');
  const [opened, setOpened] = useState<string | null>(null);
  const found = deals
    .filter((deal) => words.trim() !== '' && deal.organization === organization && isCalled(deal, words))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const deal = deals.find(({ uuid }) => uuid === opened);
  return (
    <Section
      title="People on a transaction"
      hint="If nobody on a transaction can add a colleague, an administrator can. With strict data access on, the access log records it."
    >
      <FormField
        label="Transaction name"
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      <ul className={styles.lines} aria-label="Transactions of the organization">
        {found.slice(0, SHOWN).map((each) => (
          <li key={each.uuid} className={styles.line}>
            <p className={styles.first}>{describeDeal(each)}</p>
            <Button
              aria-haspopup="dialog"
              aria-label={`People of ${describeDeal(each)}`}
              onClick={() => setOpened(each.uuid)}
            >
              People
            </Button>
          </li>
        ))}
      </ul>
      <p className={styles.facts} role="status">
        {words.trim() !== '' && found.length === 0 ? 'No transaction has this name.' : null}
        {found.length > SHOWN ? `And ${found.length - SHOWN} more.` : null}
      </p>
      {deal ? <PeopleOf deal={deal} organization={organization} onClose={() => setOpened(null)} /> : null}
    </Section>
  );
}

/** Somebody who is on the deal, or could be; `null` = strict data access keeps that from the admin. */
interface Listed {
  uuid: string;
  fullName: string;
  email: string;
  isOn: boolean | null;
}

interface PeopleOfProps {
  deal: TransactionRow;
  organization: string;
  onClose: () => void;
}

function PeopleOf({ deal, organization, onClose }: PeopleOfProps) {
  const db = useMirror();
  const members = useLiveQuery(() => firmMembers(db), [db]) ?? [];
  const { pending, problem, runCommand } = useOnlineCall();
  const [done, setDone] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const pressed = useRef<string>(null);
  // The button that was pressed goes once the list says so, perhaps with its line: the focus must not go with it.
  useLayoutEffect(() => {
    if (pressed.current === null || document.activeElement !== document.body) return;
    const line = list.current?.querySelector<HTMLElement>(`[data-person="${CSS.escape(pressed.current)}"]`);
    (line ?? list.current)?.focus();
  });
  const put = async ({ uuid: user, fullName }: Listed, isOn: boolean) => {
    setDone('');
    pressed.current = user;
    const who = { transaction: deal.uuid, user };
    const call = isOn ? createParticipant(organization, who) : deleteParticipant(organization, who);
    if (await runCommand(call)) setDone(isOn ? `${fullName} is on it now.` : `${fullName} is off it now.`);
  };
  return (
    <ModalDialog
      title={`People of “${describeDeal(deal)}”`}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {deal.restricted ? (
        <Callout>
          Strict data access keeps from you who works on it. Whoever you put on it sees all of it.
        </Callout>
      ) : null}
      {problem === null ? null : (
        <Callout tone="danger" role="alert">
          {problem}
        </Callout>
      )}
      <p role="status" className={styles.said}>
        {done}
      </p>
      <ul ref={list} tabIndex={-1} className={styles.lines} aria-label={`People of ${describeDeal(deal)}`}>
        {listed(deal, members).map((person) => (
          <li key={person.uuid} data-person={person.uuid} tabIndex={-1} className={styles.line}>
            <div>
              <p className={styles.first}>
                <bdi>{person.fullName}</bdi>
              </p>
              <p className={styles.facts}>{person.email}</p>
            </div>
            {person.isOn === true ? null : (
              <Button
                aria-label={`Put on: ${person.fullName}`}
                aria-disabled={pending}
                onClick={() => begin(put(person, true))}
              >
                Put on
              </Button>
            )}
            {person.isOn === false ? null : (
              <Button
                aria-label={`Take off: ${person.fullName}`}
                aria-disabled={pending}
                onClick={() => begin(put(person, false))}
              >
                Take off
              </Button>
            )}
          </li>
        ))}
      </ul>
    </ModalDialog>
  );
}

/** Who is on it, of other firms too, and then who of the firm is not. */
function listed({ restricted, participants }: TransactionRow, members: readonly MemberRow[]): Listed[] {
  const on = participants.map(({ userUuid: uuid, fullName, email }) => ({
    uuid,
    fullName,
    email,
    isOn: true,
  }));
  const others = members.filter(({ uuid }) => !on.some((person) => person.uuid === uuid));
  return [...on, ...others.map((person) => ({ ...person, isOn: restricted ? null : false }))];
}
