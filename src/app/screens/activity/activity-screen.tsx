import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useLiveQuery } from 'dexie-react-hooks';
import ArrowUpDown from 'lucide-react/icons/arrow-up-down';
import CloudOff from 'lucide-react/icons/cloud-off';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import Trash2 from 'lucide-react/icons/trash-2';
import Undo2 from 'lucide-react/icons/undo-2';
import type { ActSubject } from '../../../contract/entities/activity.ts';
import { restoreDeleted } from '../../../db/commands/checklist/restore-deleted.ts';
import {
  dealActivity,
  restorableKind,
  activeAmong,
  subjectKey,
  type DealActivity,
} from '../../../db/queries/transactions/activity.ts';
import { runCommand } from '../../lib/commands/run-command.ts';
import { counted } from '../../lib/format/numbers.ts';
import { formatDayHeading, formatTime } from '../../lib/format/dates.ts';
import { useToday } from '../../lib/device/use-today.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { useMayEdit } from '../../transaction/may-edit.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/form/select.tsx';
import hidden from '../../ui/visually-hidden.module.css';
import { EmptyState } from '../../ui/status/empty-state.tsx';
import { SearchField } from '../../ui/form/search-field.tsx';
import { Bar } from '../../ui/layout/toolbar.tsx';
import { NearEndMarker } from '../../lib/loading/near-end-marker.tsx';
import type { ReceivedAct } from './act-in-words.ts';
import { actorsOf, byDay, findActs, NO_FILTER, TOPIC_KEYS, TOPICS, type FoundAct } from './find-acts.ts';
import { wayTo } from './way-to.ts';
import styles from './activity-screen.module.css';

/** How many acts are put on the page at a time. */
const PART = 100;

const SHAPES: Record<ReceivedAct['shape'], ReactNode> = {
  added: <Plus aria-hidden="true" />,
  changed: <Pencil aria-hidden="true" />,
  moved: <ArrowUpDown aria-hidden="true" />,
  deleted: <Trash2 aria-hidden="true" />,
  restored: <Undo2 aria-hidden="true" />,
};

/** Who did what in a deal, by day; what was deleted within 30 days can be restored here. */
export function ActivityScreen({ transaction }: { transaction: string }) {
  const db = useMirror();
  const today = useToday();
  const activity = useLiveQuery(() => dealActivity(db, transaction, Date.now()), [db, transaction, today]);
  const [filter, setFilter] = useState(NO_FILTER);
  const [most, setMost] = useState(PART);
  if (!activity) return null;
  if (!activity.pulled) {
    return (
      <EmptyState icon={<CloudOff aria-hidden="true" />} title="The activity is not on this device yet">
        Who did what in this transaction appears here once it has been loaded from the server.
      </EmptyState>
    );
  }
  const narrow = (change: Partial<typeof filter>) => {
    setMost(PART);
    setFilter({ ...filter, ...change });
  };
  const found = findActs(activity.acts, filter);
  return (
    <section className={styles.screen} aria-label="Activity">
      <Bar role="search" aria-label="Activity">
        <SearchField label="Search the activity" value={filter.words} onText={(words) => narrow({ words })} />
        <Select
          label="What"
          options={TOPIC_KEYS.map((topic) => [topic, TOPICS[topic]] as const)}
          value={filter.topic}
          onChoose={(topic) => narrow({ topic })}
        />
        <Select
          label="Who"
          options={[
            ['', 'Everybody'],
            ...actorsOf(activity.acts).map(
              ({ uuid, name }) => [uuid, uuid === db.userId ? `${name} (you)` : name] as const,
            ),
          ]}
          value={filter.who ?? ''}
          onChoose={(who) => narrow({ who: who || null })}
        />
      </Bar>
      <div className={styles.days}>
        {activity.unsent > 0 ? (
          <p className={styles.unsent}>
            {counted(activity.unsent, 'change of yours is', 'changes of yours are')} on this device only. What
            the server has is below.
          </p>
        ) : null}
        {found.length === 0 ? (
          <EmptyState icon={<Search aria-hidden="true" />} title="Nothing of the kind" compact>
            {activity.acts.length === 0
              ? 'Nothing has happened in this transaction within the last 90 days.'
              : 'No act in this transaction is like that.'}
          </EmptyState>
        ) : null}
        <Days found={found.slice(0, most)} activity={activity} today={today} />
        {found.length > most ? <NearEndMarker key={most} onNear={() => setMost(most + PART)} /> : null}
      </div>
    </section>
  );
}

function Days({
  found,
  activity,
  today,
}: {
  found: readonly FoundAct[];
  activity: DealActivity;
  today: Date;
}) {
  const db = useMirror();
  // By what is shown, and not by the list, which is another one each time.
  const shown = found.map(({ act }) => act.version).join();
  const standing = useLiveQuery(async () => {
    const subjects = found.flatMap(({ act }) => act.subjects.slice(0, 1));
    return activeAmong(db, subjects);
  }, [db, shown]);
  return byDay(found).map(([day, acts]) => (
    <section key={day} className={styles.day} aria-label={formatDayHeading(day, today)}>
      <h2 className={styles.date}>{formatDayHeading(day, today)}</h2>
      <ol>
        {acts.map((each) => (
          <ActLine
            key={each.act.version}
            found={each}
            activity={activity}
            way={standing ? wayTo(each.act, standing) : null}
          />
        ))}
      </ol>
    </section>
  ));
}

function ActLine({ found, activity, way }: { found: FoundAct; activity: DealActivity; way: string | null }) {
  const { act, shape, sentence, names } = found;
  const deleted = act.subjects.filter((each) => each.op === 'delete');
  const told = (
    <>
      <span className={styles.who}>{act.actor.name}</span> <span className={styles.sentence}>{sentence}</span>
      {names.length > 0 ? <span className={styles.names}>{names.join(' · ')}</span> : null}
    </>
  );
  return (
    <li className={styles.act} data-shape={shape}>
      <span className={styles.shape}>{SHAPES[shape]}</span>
      {way === null ? (
        <div className={styles.told}>{told}</div>
      ) : (
        <Link to={way} className={styles.way}>
          {told}
        </Link>
      )}
      <div className={styles.restore}>
        {deleted.map((subject) => (
          <Restore key={subjectKey(subject)} act={act} subject={subject} activity={activity} />
        ))}
      </div>
      <time className={styles.time} dateTime={act.at}>
        {formatTime(act.at)}
      </time>
    </li>
  );
}

function Restore({
  act,
  subject,
  activity,
}: {
  act: FoundAct['act'];
  subject: ActSubject;
  activity: DealActivity;
}) {
  const db = useMirror();
  const mayEdit = useMayEdit();
  const state = activity.restorable.get(subjectKey(subject));
  const kind = restorableKind(subject);
  // Of what was deleted several times only the last deletion offers it.
  const last = activity.acts.find(({ subjects }) =>
    subjects.some((each) => subjectKey(each) === subjectKey(subject)),
  );
  if (!mayEdit || !state || kind === null || last !== act) return null;
  const isAsked = state === 'asked';
  const called = subject.name ?? '';
  const bringBack = () => {
    if (isAsked) return;
    runCommand(restoreDeleted(db, { transaction: act.transaction, kind, uuid: subject.uuid, called }));
  };
  // The same button in both states: it keeps the focus.
  return (
    <>
      <Button
        look="quiet"
        icon={<Undo2 aria-hidden="true" />}
        aria-label={isAsked ? undefined : `Restore ${called === '' ? 'it' : called}`}
        aria-disabled={isAsked}
        onClick={bringBack}
      >
        {isAsked ? 'Waiting to restore' : 'Restore'}
      </Button>
      <span role="status" className={hidden.hidden}>
        {isAsked ? `${called} comes back once the server has it.` : ''}
      </span>
    </>
  );
}
