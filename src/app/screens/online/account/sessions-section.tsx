import { useLiveQuery } from 'dexie-react-hooks';
import { endOneSession, endOtherSessions } from '../../../../db/commands/account/online-calls.ts';
import { sessionsAnswer } from '../../../../db/queries/account/answers.ts';
import { runCommand as begin } from '../../../lib/commands/run-command.ts';
import { formatDateTime } from '../../../lib/format/dates.ts';
import { useAnswer } from '../../../lib/commands/use-answer.ts';
import { useOnlineCall } from '../../../lib/commands/use-online-call.ts';
import { useMirror } from '../../../session/mirror-context.ts';
import { Badge } from '../../../ui/status/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { AsOf } from './as-of.tsx';
import styles from './account.module.css';

/** Where the person is signed in: each can be ended, so that who has lost a laptop is not afraid of it. */
export function SessionsSection() {
  const db = useMirror();
  const asked = useAnswer('sessions');
  const answer = useLiveQuery(() => sessionsAnswer(db), [db]);
  const { pending, problem, runCommand } = useOnlineCall();
  if (answer === undefined) return null;
  const sessions = answer?.body ?? [];
  return (
    <Section
      title="Where you are signed in"
      hint="End sessions you do not recognize. Unsent work stays on its device and needs your password."
    >
      <AsOf problem={asked.problem} askedAt={answer?.askedAt ?? null} />
      <ul className={styles.lines}>
        {sessions.map((session) => (
          <li key={session.uuid} className={styles.line}>
            <div>
              <p className={styles.first}>
                {session.device} {session.current ? <Badge>This device</Badge> : null}
              </p>
              <p className={styles.facts}>
                Last used <time dateTime={session.lastUsedAt}>{formatDateTime(session.lastUsedAt)}</time>
                {session.address === '' ? '' : `, from ${session.address}`}
              </p>
            </div>
            {session.current ? null : (
              <Button
                aria-label={`End the session of ${session.device}`}
                aria-disabled={pending}
                onClick={() => begin(runCommand(endOneSession(session.uuid)))}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
      {problem === null ? null : (
        <Callout tone="danger" role="alert">
          {problem}
        </Callout>
      )}
      {sessions.length > 1 ? (
        <div>
          <Button aria-disabled={pending} onClick={() => begin(runCommand(endOtherSessions()))}>
            End all but this one
          </Button>
        </div>
      ) : null}
    </Section>
  );
}
