import { useId, type ReactNode } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
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
import { SURVEY, TOUR_OFFER } from './survey-copy.ts';
import styles from './deals-card.module.css';

/** The card above the deal list: first the survey (docs/product/app-shell.md, "Survey and tour"), then, for new users, the tour. */
export function DealsCard() {
  const db = useMirror();
  const who = useLiveQuery(() => currentUser(db), [db]);
  const due = useLiveQuery(() => surveyIsDue(db), [db]);
  const tourState = useLiveQuery(() => tourStatus(db), [db]);
  const reachable = useReachable();
  if (!who || due === undefined || !tourState) return null;
  // The survey needs a connection, because the user waits while the answer is sent.
  if (who.shouldShowSurvey && reachable && due) return <Survey user={who.user.uuid} />;
  return who.user.experience === 'new' && tourState.state === 'unasked' ? <TourOffer /> : null;
}

function Survey({ user }: { user: string }) {
  const db = useMirror();
  const { pending, problem, runCommand: ask } = useOnlineCall();
  return (
    <Card title={SURVEY.title} hint={SURVEY.hint}>
      {SURVEY.answers.map(([experience, answer]) => (
        <Button
          key={experience}
          aria-disabled={pending}
          onClick={() => void ask(updateUser(user, { experience }))}
        >
          {answer}
        </Button>
      ))}
      <Button look="quiet" onClick={() => runCommand(postponeSurvey(db, new Date()))}>
        {SURVEY.later}
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
    <Card title={TOUR_OFFER.title} hint={TOUR_OFFER.hint}>
      <Button look="primary" onClick={start}>
        {TOUR_OFFER.start}
      </Button>
      <Button look="quiet" onClick={() => runCommand(tour.end(db))}>
        {TOUR_OFFER.decline}
      </Button>
    </Card>
  );
}

function Card({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <div>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        <p className={styles.hint}>{hint}</p>
      </div>
      <div className={styles.ways}>{children}</div>
    </section>
  );
}
