import { useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { updateParticipants, type Person } from '../../db/commands/transactions/update-participants.ts';
import { dealPage } from '../../db/queries/transactions/deals.ts';
import { dealRights } from '../../db/queries/transactions/deal-rights.ts';
import { firmMembers } from '../../db/queries/transactions/members.ts';
import { me } from '../../db/queries/account/session.ts';
import type { ParticipantRow, TransactionRow } from '../../db/rows.ts';
import { Button } from '../ui/button.tsx';
import { CheckboxField } from '../ui/form/checkbox.tsx';
import { createFormDrafts, useDraftState } from '../lib/form/form-drafts.ts';
import { runCommand } from '../lib/commands/run-command.ts';
import { AccessSelect, InviteToDeal } from '../screens/online/parts.tsx';
import { FormField } from '../ui/form/form-field.tsx';
import { ModalDialog } from '../ui/overlay/modal-dialog.tsx';
import { useMirror } from '../session/mirror-context.ts';
import { peopleToChoose, type Choosable } from './people-to-choose.ts';
import { PEOPLE } from './transaction-copy.ts';
import styles from './people-dialog.module.css';

/** With more people than this, the dialog has a search field. */
const SEARCH_ABOVE = 8;

/** Checked and unchecked people, by user uuid. */
const drafts = createFormDrafts<ReadonlyMap<string, boolean>>();

/**
 * The participants of a deal. The user's choices are kept separate from the participants, whom others may change in the
 * meantime.
 */
export function PeopleDialog({ deal: opened, onClose }: { deal: TransactionRow; onClose: () => void }) {
  const db = useMirror();
  const page = useLiveQuery(() => dealPage(db, opened.uuid), [db, opened.uuid]);
  const members = useLiveQuery(() => firmMembers(db), [db]);
  const user = useLiveQuery(() => me(db), [db]);
  const [choices, setChoices] = useDraftState(drafts, opened.uuid, new Map());
  const [search, setSearch] = useState('');
  const deal = page?.deal ?? opened;
  const rights = dealRights(user, db.userId, deal);
  const { owns, edits, invites } = rights;
  const people = peopleToChoose(deal, members ?? [], { userId: db.userId, owns, invites });
  const isOn = (person: Choosable) => choices.get(person.uuid) ?? person.takesPart;
  const nobody = !people.some(isOn);
  const shown = people.filter((person) => isNamed(person, search));

  const save = () => {
    const add: Person[] = people.filter((person) => isOn(person) && !person.takesPart);
    const remove = people.filter((person) => !isOn(person) && person.takesPart).map(({ uuid }) => uuid);
    runCommand(updateParticipants(db, { transaction: deal.uuid, add, remove }));
    onClose();
  };

  return (
    <ModalDialog
      title={PEOPLE.title(deal.name)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{edits ? PEOPLE.cancel : PEOPLE.close}</Button>
          {edits ? (
            <Button look="primary" disabled={nobody} onClick={save}>
              {PEOPLE.save}
            </Button>
          ) : null}
        </>
      }
    >
      {people.length > SEARCH_ABOVE ? (
        <FormField
          label={PEOPLE.find}
          type="search"
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      ) : null}
      <ul className={styles.people} aria-label={PEOPLE.list}>
        {shown.map((person) => (
          <li key={person.uuid} className={styles.line}>
            <CheckboxField
              className={styles.person}
              checked={isOn(person)}
              disabled={!edits || (person.takesPart && person.removalBlocked !== null)}
              onChange={(event) => setChoices(new Map(choices).set(person.uuid, event.currentTarget.checked))}
            >
              <span className={styles.who}>
                <span>
                  {person.fullName}
                  {person.note === null ? null : <span className={styles.note}> · {person.note}</span>}
                </span>
                <span className={styles.email}>{person.email}</span>
                {edits && person.takesPart && person.removalBlocked !== null ? (
                  <span className={styles.email}>{person.removalBlocked}</span>
                ) : null}
              </span>
            </CheckboxField>
            <AccessOf
              participant={deal.participants.find(({ userUuid }) => userUuid === person.uuid)}
              settable={owns && person.uuid !== db.userId}
            />
          </li>
        ))}
      </ul>
      {shown.length === 0 ? <p className={styles.hint}>{PEOPLE.noMatch(search)}</p> : null}
      {nobody ? (
        <p role="alert" className={styles.hint}>
          {PEOPLE.atLeastOne}
        </p>
      ) : null}
      {invites ? <InviteToDeal deal={deal} owns={owns} /> : null}
      {edits && !invites ? <p className={styles.hint}>{PEOPLE.othersAdd}</p> : null}
      {members === null ? <p className={styles.hint}>{PEOPLE.membersMissing}</p> : null}
    </ModalDialog>
  );
}

/** A participant's access. Owners of the deal can change it while online. */
function AccessOf({ participant, settable }: { participant: ParticipantRow | undefined; settable: boolean }) {
  if (!participant) return null;
  if (settable) return <AccessSelect participant={participant} />;
  return participant.access === 'view' ? <span className={styles.note}>{PEOPLE.canView}</span> : null;
}

function isNamed({ fullName, email }: Choosable, search: string): boolean {
  return `${fullName} ${email}`.toLowerCase().includes(search.trim().toLowerCase());
}
