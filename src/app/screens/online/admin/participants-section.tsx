import { useLayoutEffect, useRef, useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { createParticipant, deleteParticipant } from '../../../../db/commands/account/online-calls.ts';
import { allDeals } from '../../../../db/queries/transactions/deals.ts';
import { firmMembers } from '../../../../db/queries/transactions/members.ts';
import type { MemberRow, TransactionRow } from '../../../../db/rows.ts';
import { runCommand as startCommand } from '../../../lib/commands/run-command.ts';
import { useOnlineCall } from '../../../lib/commands/use-online-call.ts';
import { useMirror } from '../../../session/mirror-context.ts';
import { Button } from '../../../ui/button.tsx';
import { FormField } from '../../../ui/form/form-field.tsx';
import { ModalDialog } from '../../../ui/overlay/modal-dialog.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import styles from '../account/account.module.css';
import { PARTICIPANTS } from './admin-copy.ts';
import { describeDeal, matchesSearch } from './own-deals.ts';

/** The most matches to show. */
const SHOWN = 20;

/** Adds and removes the participants of any transaction of the organization (docs/product/people-and-access.md, "Adding and removing participants"). */
export function ParticipantsSection({ organization }: { organization: string }) {
  const db = useMirror();
  const deals = useLiveQuery(() => allDeals(db), [db])?.deals ?? [];
  const [text, setText] = useState('');
  const [opened, setOpened] = useState<string | null>(null);
  const found = deals
    .filter((deal) => text.trim() !== '' && deal.organization === organization && matchesSearch(deal, text))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const deal = deals.find(({ uuid }) => uuid === opened);
  return (
    <Section title={PARTICIPANTS.title} hint={PARTICIPANTS.hint}>
      <FormField
        label={PARTICIPANTS.find}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <ul className={styles.lines} aria-label={PARTICIPANTS.found}>
        {found.slice(0, SHOWN).map((each) => (
          <li key={each.uuid} className={styles.line}>
            <p className={styles.first}>{describeDeal(each)}</p>
            <Button
              aria-haspopup="dialog"
              aria-label={PARTICIPANTS.openFor(describeDeal(each))}
              onClick={() => setOpened(each.uuid)}
            >
              {PARTICIPANTS.open}
            </Button>
          </li>
        ))}
      </ul>
      <p className={styles.facts} role="status">
        {text.trim() !== '' && found.length === 0 ? PARTICIPANTS.noMatch : null}
        {found.length > SHOWN ? PARTICIPANTS.more(found.length - SHOWN) : null}
      </p>
      {deal ? (
        <ParticipantsDialog deal={deal} organization={organization} onClose={() => setOpened(null)} />
      ) : null}
    </Section>
  );
}

interface Listed {
  uuid: string;
  fullName: string;
  email: string;
  /** Null if strict data access hides it from the admin. */
  isParticipant: boolean | null;
}

interface ParticipantsDialogProps {
  deal: TransactionRow;
  organization: string;
  onClose: () => void;
}

function ParticipantsDialog({ deal, organization, onClose }: ParticipantsDialogProps) {
  const db = useMirror();
  const members = useLiveQuery(() => firmMembers(db), [db]) ?? [];
  const { pending, problem, runCommand } = useOnlineCall();
  const [done, setDone] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const pressed = useRef<string>(null);
  // After a change, the clicked button, and perhaps its row, disappears. Keep the focus in the list.
  useLayoutEffect(() => {
    if (pressed.current === null || document.activeElement !== document.body) return;
    const line = list.current?.querySelector<HTMLElement>(`[data-person="${CSS.escape(pressed.current)}"]`);
    (line ?? list.current)?.focus();
  });
  const setParticipant = async ({ uuid: user, fullName }: Listed, add: boolean) => {
    setDone('');
    pressed.current = user;
    const who = { transaction: deal.uuid, user };
    const call = add ? createParticipant(organization, who) : deleteParticipant(organization, who);
    if (await runCommand(call)) setDone(add ? PARTICIPANTS.added(fullName) : PARTICIPANTS.removed(fullName));
  };
  return (
    <ModalDialog
      title={PARTICIPANTS.dialog(describeDeal(deal))}
      onClose={onClose}
      footer={<Button onClick={onClose}>{PARTICIPANTS.close}</Button>}
    >
      {deal.restricted ? <Callout>{PARTICIPANTS.restricted}</Callout> : null}
      {problem === null ? null : (
        <Callout tone="danger" role="alert">
          {problem}
        </Callout>
      )}
      <p role="status" className={styles.said}>
        {done}
      </p>
      <ul
        ref={list}
        tabIndex={-1}
        className={styles.lines}
        aria-label={PARTICIPANTS.openFor(describeDeal(deal))}
      >
        {listed(deal, members).map((person) => (
          <li key={person.uuid} data-person={person.uuid} tabIndex={-1} className={styles.line}>
            <div>
              <p className={styles.first}>
                <bdi>{person.fullName}</bdi>
              </p>
              <p className={styles.facts}>{person.email}</p>
            </div>
            {person.isParticipant === true ? null : (
              <Button
                aria-label={PARTICIPANTS.addPerson(person.fullName)}
                aria-disabled={pending}
                onClick={() => startCommand(setParticipant(person, true))}
              >
                {PARTICIPANTS.add}
              </Button>
            )}
            {person.isParticipant === false ? null : (
              <Button
                aria-label={PARTICIPANTS.removePerson(person.fullName)}
                aria-disabled={pending}
                onClick={() => startCommand(setParticipant(person, false))}
              >
                {PARTICIPANTS.remove}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </ModalDialog>
  );
}

/** Returns the participants, including those of other organizations, and then the other members. */
function listed({ restricted, participants }: TransactionRow, members: readonly MemberRow[]): Listed[] {
  const current = participants.map(({ userUuid: uuid, fullName, email }) => ({
    uuid,
    fullName,
    email,
    isParticipant: true,
  }));
  const others = members.filter(({ uuid }) => !current.some((person) => person.uuid === uuid));
  return [...current, ...others.map((person) => ({ ...person, isParticipant: restricted ? null : false }))];
}
