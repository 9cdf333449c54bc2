import { useLiveQuery } from 'dexie-react-hooks';
import { endOneSession, endOtherSessions } from '../../../../db/commands/account/online-calls.ts';
import { sessionsAnswer } from '../../../../db/queries/account/answers.ts';
import { runCommand as begin } from '../../../lib/run-command.ts';
import { formatMoment } from '../../../lib/dates.ts';
import { useAnswer } from '../../../lib/use-answer.ts';
import { useOnlineCall } from '../../../lib/use-online-call.ts';
import { useMirror } from '../../../session/mirror-context.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/callout.tsx';
import { Section } from '../../../ui/section.tsx';
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
                Last used <time dateTime={session.lastUsedAt}>{formatMoment(session.lastUsedAt)}</time>
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
        <Note tone="danger" role="alert">
          {problem}
        </Note>
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
