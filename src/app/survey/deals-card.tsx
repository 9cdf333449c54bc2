import { useId, type ReactNode } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import type { Experience } from '../../contract/rules/account/survey.ts';
import { updateUser } from '../../db/commands/account/online-calls.ts';
import { postponeSurvey } from '../../db/commands/account/postpone-survey.ts';
import { currentUser } from '../../db/queries/account/current-user.ts';
import { surveyIsDue } from '../../db/queries/account/survey.ts';
import { tourStatus } from '../../db/queries/account/tour.ts';
import { runCommand } from '../lib/commands/run-command.ts';
import { useOnlineCall } from '../lib/commands/use-online-call.ts';
import { useReachable } from '../lib/device/connectivity.ts';
import { useMirror } from '../session/mirror-context.ts';
import { tour } from '../tour/product-tour.ts';
import { useStartTour } from '../tour/use-start-tour.ts';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/status/callout.tsx';
import styles from './deals-card.module.css';

const ANSWERS: readonly (readonly [Experience, string])[] = [
  ['new', 'I am new to them'],
  ['some', 'I have done some'],
  ['expert', 'I do them all the time'],
];

/** What the list of deals asks or offers once: the survey (docs/product/app-shell.md, "Survey and tour"), then the tour to who is new. */
export function DealsCard() {
  const db = useMirror();
  const who = useLiveQuery(() => currentUser(db), [db]);
  const due = useLiveQuery(() => surveyIsDue(db), [db]);
  const standing = useLiveQuery(() => tourStatus(db), [db]);
  const reachable = useReachable();
  if (!who || due === undefined || !standing) return null;
  // The answer goes to the server while the person waits: without one it is not asked.
  if (who.shouldShowSurvey && reachable && due) return <Survey user={who.user.uuid} />;
  return who.user.experience === 'new' && standing.state === 'unasked' ? <TourOffer /> : null;
}

function Survey({ user }: { user: string }) {
  const db = useMirror();
  const { pending, problem, runCommand: ask } = useOnlineCall();
  return (
    <Card
      title="How well do you know closings?"
      hint="Once answered it is not asked again. It decides what you are shown."
    >
      {ANSWERS.map(([experience, words]) => (
        <Button
          key={experience}
          aria-disabled={pending}
          onClick={() => void ask(updateUser(user, { experience }))}
        >
          {words}
        </Button>
      ))}
      <Button look="quiet" onClick={() => runCommand(postponeSurvey(db, new Date()))}>
        Not now
      </Button>
      {problem === null ? null : (
        <Callout tone="danger" role="alert">
          {problem}
        </Callout>
      )}
    </Card>
  );
}

function TourOffer() {
  const db = useMirror();
  const start = useStartTour();
  if (!start) return null;
  return (
    <Card title="A look around, in five steps" hint="On one of your transactions. Help has it later, too.">
      <Button look="primary" onClick={start}>
        Take the tour
      </Button>
      <Button look="quiet" onClick={() => runCommand(tour.end(db))}>
        No, thank you
      </Button>
    </Card>
  );
}

function Card({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  const named = useId();
  return (
    <section className={styles.card} aria-labelledby={named}>
      <div>
        <h2 id={named} className={styles.title}>
          {title}
        </h2>
        <p className={styles.hint}>{hint}</p>
      </div>
      <div className={styles.ways}>{children}</div>
    </section>
  );
}
