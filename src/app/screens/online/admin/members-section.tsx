import { useLiveQuery } from 'dexie-react-hooks';
import { updateUser } from '../../../../db/commands/online-calls.ts';
import { firmMembers } from '../../../../db/queries/members.ts';
import { carryOut as begin } from '../../../lib/carry-out.ts';
import { useOnlineCall } from '../../../lib/use-online-call.ts';
import { useMirror } from '../../../session/mirror-context.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Choice } from '../../../ui/choice.tsx';
import { Note } from '../../../ui/note.tsx';
import { Section } from '../../../ui/section.tsx';
import styles from '../account/account.module.css';

const ROLES = [
  ['member', 'Member'],
  ['admin', 'Administrator'],
] as const;

/** The people of an organization, and which of them administer it; `strict`: with strict data access. */
export function MembersSection({ me, strict }: { me: string; strict: boolean }) {
  const db = useMirror();
  const members = useLiveQuery(() => firmMembers(db), [db]);
  const { pending, problem, carryOut } = useOnlineCall();
  return (
    <Section
      title="People"
      hint={
        strict
          ? 'Administrators change what is on this page. Of transactions that they do not take part in they see the outline alone: strict data access is on.'
          : 'Administrators see every transaction of the organization, and change what is on this page.'
      }
    >
      {problem === null ? null : (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      )}
      <ul className={styles.lines} aria-label="People of the organization">
        {members?.map(({ uuid, fullName, email, isOrgAdmin }) => (
          <li key={uuid} className={styles.line}>
            <div>
              <p className={styles.first}>
                <bdi>{fullName}</bdi> {uuid === me ? <Badge>You</Badge> : null}
              </p>
              <p className={styles.facts}>{email}</p>
            </div>
            <Choice
              label={`Role of ${fullName}`}
              options={ROLES}
              value={isOrgAdmin ? 'admin' : 'member'}
              disabled={pending}
              onChoose={(role) => begin(carryOut(updateUser(uuid, { role })))}
            />
          </li>
        ))}
      </ul>
    </Section>
  );
}
