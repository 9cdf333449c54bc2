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
import type { ActSubject } from '../../../contract/entities/transactions/activity.ts';
import { restoreDeleted } from '../../../db/commands/checklist/restore-deleted.ts';
import {
  dealActivity,
  restorableKind,
  activeAmong,
  subjectKey,
  type DealActivity,
} from '../../../db/queries/transactions/activity.ts';
import { runCommand } from '../../lib/commands/run-command.ts';
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
import type { ReceivedAct } from './signing-act-in-words.ts';
import { ACTIVITY, TOPICS } from './activity-copy.ts';
import { actorsOf, byDay, findActs, NO_FILTER, TOPIC_KEYS, type FoundAct } from './find-acts.ts';
import { pathTo } from './path-to.ts';
import styles from './activity-screen.module.css';

/** How many acts render at a time. */
const PART = 100;

const SHAPES: Record<ReceivedAct['shape'], ReactNode> = {
  added: <Plus aria-hidden="true" />,
  changed: <Pencil aria-hidden="true" />,
  moved: <ArrowUpDown aria-hidden="true" />,
  deleted: <Trash2 aria-hidden="true" />,
  restored: <Undo2 aria-hidden="true" />,
};

/** Lists what people did in a deal, by day. Things deleted in the last 30 days can be restored here. */
export function ActivityScreen({ transaction }: { transaction: string }) {
  const db = useMirror();
  const today = useToday();
  const activity = useLiveQuery(() => dealActivity(db, transaction, Date.now()), [db, transaction, today]);
  const [filter, setFilter] = useState(NO_FILTER);
  const [most, setMost] = useState(PART);
  if (!activity) return null;
  if (!activity.pulled) {
    return (
      <EmptyState icon={<CloudOff aria-hidden="true" />} title={ACTIVITY.notHereTitle}>
        {ACTIVITY.notHere}
      </EmptyState>
    );
  }
  const narrow = (change: Partial<typeof filter>) => {
    setMost(PART);
    setFilter({ ...filter, ...change });
  };
  const found = findActs(activity.acts, filter, activity.signing);
  const isEmpty = activity.acts.length === 0;
  return (
    <section className={styles.screen} aria-label={ACTIVITY.name}>
      <Bar role="search" aria-label={ACTIVITY.name}>
        <SearchField label={ACTIVITY.search} value={filter.words} onText={(words) => narrow({ words })} />
        <Select
          label={ACTIVITY.topic}
          options={TOPIC_KEYS.map((topic) => [topic, TOPICS[topic]] as const)}
          value={filter.topic}
          onChoose={(topic) => narrow({ topic })}
        />
        <Select
          label={ACTIVITY.actor}
          options={[
            ['', ACTIVITY.everybody],
            ...actorsOf(activity.acts).map(
              ({ uuid, name }) => [uuid, uuid === db.userId ? ACTIVITY.me(name) : name] as const,
            ),
          ]}
          value={filter.who ?? ''}
          onChoose={(who) => narrow({ who: who || null })}
        />
      </Bar>
      <div className={styles.days}>
        {activity.unsent > 0 ? <p className={styles.unsent}>{ACTIVITY.unsent(activity.unsent)}</p> : null}
        {found.length === 0 ? (
          <EmptyState
            icon={<Search aria-hidden="true" />}
            title={isEmpty ? ACTIVITY.noneYetTitle : ACTIVITY.noneTitle}
            compact
          >
            {isEmpty ? ACTIVITY.noneYet : ACTIVITY.noMatch}
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
  // Keyed by the acts shown, because the list is a new object on every render.
  const shown = found.map(({ act }) => act.version).join();
  const existing = useLiveQuery(async () => {
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
            path={existing ? pathTo(each.act, existing) : null}
          />
        ))}
      </ol>
    </section>
  ));
}

function ActLine({
  found,
  activity,
  path,
}: {
  found: FoundAct;
  activity: DealActivity;
  path: string | null;
}) {
  const { act, shape, sentence, names } = found;
  const deleted = act.subjects.filter((each) => each.op === 'delete');
  const text = (
    <>
      <span className={styles.who}>{act.actor.name}</span> <span className={styles.sentence}>{sentence}</span>
      {names.length > 0 ? <span className={styles.names}>{names.join(' · ')}</span> : null}
    </>
  );
  return (
    <li className={styles.act} data-shape={shape}>
      <span className={styles.shape}>{SHAPES[shape]}</span>
      {path === null ? (
        <div className={styles.told}>{text}</div>
      ) : (
        <Link to={path} className={styles.way}>
          {text}
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
  // If something was deleted several times, only the last deletion offers to restore it.
  const last = activity.acts.find(({ subjects }) =>
    subjects.some((each) => subjectKey(each) === subjectKey(subject)),
  );
  if (!mayEdit || !state || kind === null || last !== act) return null;
  const isPending = state === 'asked';
  const name = subject.name ?? '';
  const restore = () => {
    if (isPending) return;
    runCommand(restoreDeleted(db, { transaction: act.transaction, kind, uuid: subject.uuid, called: name }));
  };
  // One button for both states, so that it keeps the focus.
  return (
    <>
      <Button
        look="quiet"
        icon={<Undo2 aria-hidden="true" />}
        aria-label={isPending ? undefined : ACTIVITY.restoreLabel(name)}
        aria-disabled={isPending}
        onClick={restore}
      >
        {isPending ? ACTIVITY.restoring : ACTIVITY.restore}
      </Button>
      <span role="status" className={hidden.hidden}>
        {isPending ? ACTIVITY.restoringNotice(name) : ''}
      </span>
    </>
  );
}
