import { useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { removeMember, updateUser, type OnlineCall } from '../../../../db/commands/account/online-calls.ts';
import { firmMembers } from '../../../../db/queries/transactions/members.ts';
import { runCommand as startCommand } from '../../../lib/commands/run-command.ts';
import { useOnlineCall } from '../../../lib/commands/use-online-call.ts';
import { useMirror } from '../../../session/mirror-context.ts';
import { Badge } from '../../../ui/status/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { END_ACCESS, MEMBERS } from './admin-copy.ts';
import styles from '../account/account.module.css';

/** The member who is about to lose access, and how. */
interface Asked {
  uuid: string;
  fullName: string;
  what: 'disable' | 'remove';
}

function callFor({ uuid, what }: Asked, organization: string): OnlineCall {
  return what === 'disable' ? updateUser(uuid, { disabled: true }) : removeMember(organization, uuid);
}

/** The members of an organization and their roles. `strict`: strict data access is on. */
export function MembersSection({
  me,
  organization,
  strict,
}: {
  me: string;
  organization: string;
  strict: boolean;
}) {
  const db = useMirror();
  const members = useLiveQuery(() => firmMembers(db), [db]);
  const { pending, problem, runCommand } = useOnlineCall();
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <Section title={MEMBERS.title} hint={strict ? MEMBERS.strictHint : MEMBERS.hint}>
      {problem === null ? null : (
        <Callout tone="danger" role="alert">
          {problem}
        </Callout>
      )}
      <ul className={styles.lines} aria-label={MEMBERS.list}>
        {members?.map(({ uuid, fullName, email, isOrgAdmin, disabled = false }) => (
          <li key={uuid} className={styles.line}>
            <div>
              <p className={styles.first}>
                <bdi>{fullName}</bdi> {uuid === me ? <Badge>{MEMBERS.you}</Badge> : null}
                {disabled ? <Badge>{MEMBERS.disabled}</Badge> : null}
              </p>
              <p className={styles.facts}>{email}</p>
            </div>
            <Select
              label={MEMBERS.roleOf(fullName)}
              options={MEMBERS.roles}
              value={isOrgAdmin ? 'admin' : 'member'}
              disabled={pending}
              onChoose={(role) => startCommand(runCommand(updateUser(uuid, { role })))}
            />
            {uuid === me ? null : (
              <span className={styles.acts}>
                {disabled ? (
                  <Button
                    aria-label={MEMBERS.enableMember(fullName)}
                    aria-disabled={pending}
                    onClick={() => startCommand(runCommand(updateUser(uuid, { disabled: false })))}
                  >
                    {MEMBERS.enable}
                  </Button>
                ) : (
                  <Button
                    aria-label={MEMBERS.disableMember(fullName)}
                    aria-haspopup="dialog"
                    onClick={() => setAsked({ uuid, fullName, what: 'disable' })}
                  >
                    {MEMBERS.disable}
                  </Button>
                )}
                <Button
                  aria-label={MEMBERS.removeMember(fullName)}
                  aria-haspopup="dialog"
                  onClick={() => setAsked({ uuid, fullName, what: 'remove' })}
                >
                  {MEMBERS.remove}
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {asked ? (
        <ConfirmDialog
          title={END_ACCESS[asked.what].title(asked.fullName)}
          confirm={END_ACCESS[asked.what].confirm}
          onConfirm={() => startCommand(runCommand(callFor(asked, organization)))}
          onClose={() => setAsked(null)}
        >
          {END_ACCESS[asked.what].consequence}
        </ConfirmDialog>
      ) : null}
    </Section>
  );
}
