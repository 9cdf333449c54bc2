import { useLiveQuery } from 'dexie-react-hooks';
import { endOneSession, endOtherSessions } from '../../../../db/commands/account/online-calls.ts';
import { sessionsAnswer } from '../../../../db/queries/account/answers.ts';
import { runCommand as startCommand } from '../../../lib/commands/run-command.ts';
import { formatDateTime } from '../../../lib/format/dates.ts';
import { useAnswer } from '../../../lib/commands/use-answer.ts';
import { useOnlineCall } from '../../../lib/commands/use-online-call.ts';
import { useMirror } from '../../../session/mirror-context.ts';
import { Badge } from '../../../ui/status/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { SESSIONS } from './account-copy.ts';
import { AsOf } from './as-of.tsx';
import styles from './account.module.css';

/** The user's sessions. Each can be ended, for example after losing a laptop. */
export function SessionsSection() {
  const db = useMirror();
  const asked = useAnswer('sessions');
  const answer = useLiveQuery(() => sessionsAnswer(db), [db]);
  const { pending, problem, runCommand } = useOnlineCall();
  if (answer === undefined) return null;
  const sessions = answer?.body ?? [];
  return (
    <Section title={SESSIONS.title} hint={SESSIONS.hint}>
      <AsOf problem={asked.problem} askedAt={answer?.askedAt ?? null} />
      <ul className={styles.lines}>
        {sessions.map((session) => (
          <li key={session.uuid} className={styles.line}>
            <div>
              <p className={styles.first}>
                {session.device} {session.current ? <Badge>{SESSIONS.thisDevice}</Badge> : null}
              </p>
              <p className={styles.facts}>
                {SESSIONS.lastUsed}{' '}
                <time dateTime={session.lastUsedAt}>{formatDateTime(session.lastUsedAt)}</time>
                {SESSIONS.from(session.address)}
              </p>
            </div>
            {session.current ? null : (
              <Button
                aria-label={SESSIONS.endOf(session.device)}
                aria-disabled={pending}
                onClick={() => startCommand(runCommand(endOneSession(session.uuid)))}
              >
                {SESSIONS.end}
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
          <Button aria-disabled={pending} onClick={() => startCommand(runCommand(endOtherSessions()))}>
            {SESSIONS.endOthers}
          </Button>
        </div>
      ) : null}
    </Section>
  );
}
