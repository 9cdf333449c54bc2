import { useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { removeMember, updateUser, type OnlineCall } from '../../../../db/commands/account/online-calls.ts';
import { firmMembers } from '../../../../db/queries/transactions/members.ts';
import { runCommand as begin } from '../../../lib/commands/run-command.ts';
import { useOnlineCall } from '../../../lib/commands/use-online-call.ts';
import { useMirror } from '../../../session/mirror-context.ts';
import { Badge } from '../../../ui/status/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import styles from '../account/account.module.css';

const ROLES = [
  ['member', 'Member'],
  ['admin', 'Administrator'],
] as const;

/** Whose access is to end, and how. */
interface Asked {
  uuid: string;
  fullName: string;
  what: 'disable' | 'remove';
}

const WORDS = {
  disable: (name: string) => ({ title: `Disable ${name}’s account?`, confirm: 'Disable the account' }),
  remove: (name: string) => ({ title: `Remove ${name} from the organization?`, confirm: 'Remove' }),
};

const TEXTS = {
  disable:
    'They are signed out everywhere, can no longer sign in, and leave all of the organization’s transactions. Their devices keep only unsent work. You can enable the account later, but you have to add them to transactions again.',
  remove:
    'They are signed out everywhere and leave all of the organization’s transactions. Their devices keep only unsent work. They keep their account outside the organization. To stop them from signing in at all, disable the account instead.',
};

function callFor({ uuid, what }: Asked, organization: string): OnlineCall {
  return what === 'disable' ? updateUser(uuid, { disabled: true }) : removeMember(organization, uuid);
}

/** The people of an organization, and which of them administer it; `strict`: with strict data access. */
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
    <Section
      title="People"
      hint={
        strict
          ? 'Administrators manage this page. With strict data access on, they see only the outline of transactions they are not on.'
          : 'Administrators see every transaction of the organization and manage this page.'
      }
    >
      {problem === null ? null : (
        <Callout tone="danger" role="alert">
          {problem}
        </Callout>
      )}
      <ul className={styles.lines} aria-label="People of the organization">
        {members?.map(({ uuid, fullName, email, isOrgAdmin, disabled = false }) => (
          <li key={uuid} className={styles.line}>
            <div>
              <p className={styles.first}>
                <bdi>{fullName}</bdi> {uuid === me ? <Badge>You</Badge> : null}
                {disabled ? <Badge>Disabled</Badge> : null}
              </p>
              <p className={styles.facts}>{email}</p>
            </div>
            <Select
              label={`Role of ${fullName}`}
              options={ROLES}
              value={isOrgAdmin ? 'admin' : 'member'}
              disabled={pending}
              onChoose={(role) => begin(runCommand(updateUser(uuid, { role })))}
            />
            {uuid === me ? null : (
              <span className={styles.acts}>
                {disabled ? (
                  <Button
                    aria-label={`Enable ${fullName}`}
                    aria-disabled={pending}
                    onClick={() => begin(runCommand(updateUser(uuid, { disabled: false })))}
                  >
                    Enable
                  </Button>
                ) : (
                  <Button
                    aria-label={`Disable ${fullName}…`}
                    aria-haspopup="dialog"
                    onClick={() => setAsked({ uuid, fullName, what: 'disable' })}
                  >
                    Disable…
                  </Button>
                )}
                <Button
                  aria-label={`Remove ${fullName}…`}
                  aria-haspopup="dialog"
                  onClick={() => setAsked({ uuid, fullName, what: 'remove' })}
                >
                  Remove…
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {asked ? (
        <ConfirmDialog
          {...WORDS[asked.what](asked.fullName)}
          onConfirm={() => begin(runCommand(callFor(asked, organization)))}
          onClose={() => setAsked(null)}
        >
          {TEXTS[asked.what]}
        </ConfirmDialog>
      ) : null}
    </Section>
  );
}
