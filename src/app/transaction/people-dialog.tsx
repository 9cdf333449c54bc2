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
import { AccessChoice, InviteToDeal } from '../screens/online/parts.tsx';
import { FormField } from '../ui/form/form-field.tsx';
import { ModalDialog } from '../ui/overlay/modal-dialog.tsx';
import { useMirror } from '../session/mirror-context.ts';
import { peopleToChoose, type Choosable } from './people-to-choose.ts';
import styles from './people-dialog.module.css';

/** More than these are looked for by name. */
const EASILY_SEEN = 8;

/** Who was ticked or not, by person. */
const begun = createFormDrafts<ReadonlyMap<string, boolean>>();

/** Who works on a deal. What the person ticks is kept apart from who is on it: others may change that meanwhile. */
export function PeopleDialog({ deal: opened, onClose }: { deal: TransactionRow; onClose: () => void }) {
  const db = useMirror();
  const page = useLiveQuery(() => dealPage(db, opened.uuid), [db, opened.uuid]);
  const members = useLiveQuery(() => firmMembers(db), [db]);
  const user = useLiveQuery(() => me(db), [db]);
  const [ticked, setTicked] = useDraftState(begun, opened.uuid, new Map());
  const [search, setSearch] = useState('');
  const deal = page?.deal ?? opened;
  const rights = dealRights(user, db.userId, deal);
  const { owns, edits, invites } = rights;
  const people = peopleToChoose(deal, members ?? [], { userId: db.userId, owns, invites });
  const isOn = (person: Choosable) => ticked.get(person.uuid) ?? person.takesPart;
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
      title={`People on “${deal.name}”`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{edits ? 'Cancel' : 'Close'}</Button>
          {edits ? (
            <Button look="primary" disabled={nobody} onClick={save}>
              Save
            </Button>
          ) : null}
        </>
      }
    >
      {people.length > EASILY_SEEN ? (
        <FormField
          label="Find somebody"
          type="search"
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      ) : null}
      <ul className={styles.people} aria-label="People">
        {shown.map((person) => (
          <li key={person.uuid} className={styles.line}>
            <CheckboxField
              className={styles.person}
              checked={isOn(person)}
              disabled={!edits || (person.takesPart && person.kept !== null)}
              onChange={(event) => setTicked(new Map(ticked).set(person.uuid, event.currentTarget.checked))}
            >
              <span className={styles.who}>
                <span>
                  {person.fullName}
                  {person.note === null ? null : <span className={styles.note}> · {person.note}</span>}
                </span>
                <span className={styles.email}>{person.email}</span>
                {edits && person.takesPart && person.kept !== null ? (
                  <span className={styles.email}>{person.kept}</span>
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
      {shown.length === 0 ? <p className={styles.hint}>Nobody is called “{search}” here.</p> : null}
      {nobody ? (
        <p role="alert" className={styles.hint}>
          A transaction keeps at least one participant.
        </p>
      ) : null}
      {invites ? <InviteToDeal deal={deal} owns={owns} /> : null}
      {edits && !invites ? (
        <p className={styles.hint}>
          Only people from the organization that owns this transaction can add others. Ask one of them.
        </p>
      ) : null}
      {members === null ? (
        <p className={styles.hint}>
          The people of your firm have not been loaded to this device yet. You can add them once you have been
          online.
        </p>
      ) : null}
    </ModalDialog>
  );
}

/** What a participant may do with the deal; whoever owns it can change that, with a connection. */
function AccessOf({ participant, settable }: { participant: ParticipantRow | undefined; settable: boolean }) {
  if (!participant) return null;
  if (settable) return <AccessChoice participant={participant} />;
  return participant.access === 'view' ? <span className={styles.note}>Can view</span> : null;
}

function isNamed({ fullName, email }: Choosable, search: string): boolean {
  return `${fullName} ${email}`.toLowerCase().includes(search.trim().toLowerCase());
}
