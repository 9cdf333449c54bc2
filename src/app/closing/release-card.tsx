import { useId, useState } from 'react';
import type { OpenRelease } from '../../db/queries/closing/closing-board.ts';
import { runCommand } from '../lib/commands/run-command.ts';
import { formatDateTime } from '../lib/format/dates.ts';
import { Button } from '../ui/button.tsx';
import { CheckboxField } from '../ui/form/checkbox.tsx';
import { SelectField } from '../ui/form/select.tsx';
import { RELEASE } from './closing-copy.ts';
import { CoveredLists } from './covered-lists.tsx';
import styles from './closing.module.css';

/** What the user can do with releases. */
export interface ReleaseActs {
  /** Returns whether it succeeded. */
  meet: (release: OpenRelease, condition: string, met: boolean) => Promise<boolean>;
  confirm: (release: OpenRelease, confirmed: boolean) => void;
  release: (release: OpenRelease) => void;
  edit: (release: OpenRelease) => void;
  withdraw: (release: OpenRelease) => void;
  need: (count: 1 | 2) => void;
}

interface ReleaseCardProps {
  transaction: string;
  release: OpenRelease;
  acts: ReleaseActs;
  userId: string;
  nameOf: (user: string) => string;
  firmNamed: (organization: string) => string;
  needed: 1 | 2;
  /** Whether the user prepares and carries out releases. */
  leads: boolean;
  mayConfirm: boolean;
  /** Whether the user decides how many people confirm. */
  owns: boolean;
  /** Whether actions are disabled: a call is running, or there is no network. */
  isBlocked: boolean;
}

const NEEDED = [
  ['1', RELEASE.one],
  ['2', RELEASE.two],
] as const;

/** An open release: its conditions, its signatures, who has confirmed, and what to do next. */
export function ReleaseCard({ transaction, release, acts, leads, isBlocked, ...rest }: ReleaseCardProps) {
  const { row, readiness, documents } = release;
  const title = useId();
  return (
    <section className={styles.card} aria-labelledby={title}>
      <header className={styles.head}>
        <div>
          <h2 id={title}>{row.name === '' ? RELEASE.untitled : row.name}</h2>
          <p className={styles.facts}>{RELEASE.facts(documents.length, row.effectiveDate)}</p>
        </div>
        {leads ? (
          <div className={styles.acts}>
            <Button disabled={isBlocked} onClick={() => acts.edit(release)}>
              {RELEASE.edit}
            </Button>
            <Button disabled={isBlocked} onClick={() => acts.withdraw(release)}>
              {RELEASE.withdraw}
            </Button>
          </div>
        ) : null}
      </header>
      <CoveredLists covered={release} transaction={transaction} />
      <Conditions release={release} acts={acts} leads={leads} isBlocked={isBlocked} {...rest} />
      <Confirmations release={release} acts={acts} isBlocked={isBlocked} {...rest} />
      {leads ? (
        <Button
          look="primary"
          className={styles.release}
          disabled={isBlocked || !readiness.mayBeReleased}
          onClick={() => acts.release(release)}
        >
          {RELEASE.release(documents.length)}
        </Button>
      ) : null}
    </section>
  );
}

type PartProps = Omit<ReleaseCardProps, 'transaction' | 'leads'>;

function Conditions({
  release,
  acts,
  leads,
  isBlocked,
  nameOf,
}: Pick<ReleaseCardProps, 'release' | 'acts' | 'leads' | 'isBlocked' | 'nameOf'>) {
  const { conditions, version } = release.row;
  const [asked, setAsked] = useState<{ uuid: string; met: boolean; version: number } | null>(null);
  /** Until the response reaches this device, the checkbox shows the user's choice. */
  const isMet = (uuid: string, metAt: string | null) =>
    asked?.uuid === uuid && asked.version === version ? asked.met : metAt !== null;
  const meet = async (uuid: string, met: boolean) => {
    setAsked({ uuid, met, version });
    if (!(await acts.meet(release, uuid, met))) setAsked(null);
  };
  return (
    <div className={styles.part}>
      <h3>{RELEASE.conditions}</h3>
      {conditions.length === 0 ? <p className={styles.facts}>{RELEASE.noConditions}</p> : null}
      <ul className={styles.conditions}>
        {conditions.map(({ uuid, text, metBy, metAt }) => (
          <li key={uuid}>
            <CheckboxField
              checked={isMet(uuid, metAt)}
              disabled={isBlocked || !leads}
              onChange={(event) => runCommand(meet(uuid, event.currentTarget.checked))}
            >
              {text}
            </CheckboxField>
            {metAt === null || metBy === null ? null : (
              <p className={styles.met}>{RELEASE.metBy(nameOf(metBy), formatDateTime(metAt))}</p>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Confirmations({
  release,
  acts,
  userId,
  nameOf,
  firmNamed,
  needed,
  mayConfirm,
  owns,
  isBlocked,
}: PartProps) {
  const { row, readiness } = release;
  const valid = row.confirmations.filter(({ user }) => readiness.confirmedBy.includes(user));
  const isOwn = readiness.confirmedBy.includes(userId);
  const firms = readiness.organizationsMissing.map(firmNamed);
  const gone = readiness.organizationsGone.map(firmNamed);
  return (
    <div className={styles.part}>
      <h3>{RELEASE.confirmations}</h3>
      {owns ? (
        <div className={styles.needed}>
          <SelectField
            label={RELEASE.neededLabel}
            options={NEEDED}
            value={needed === 1 ? '1' : '2'}
            disabled={isBlocked}
            onChoose={(value) => acts.need(value === '1' ? 1 : 2)}
          />
        </div>
      ) : (
        <p className={styles.facts}>{RELEASE.needed(needed)}</p>
      )}
      {row.confirmations.length > valid.length ? <p className={styles.warning}>{RELEASE.outdated}</p> : null}
      {valid.length > 0 ? (
        <ul className={styles.confirmed}>
          {valid.map(({ user, at }) => (
            <li key={user}>{RELEASE.confirmedBy(nameOf(user), formatDateTime(at))}</li>
          ))}
        </ul>
      ) : null}
      {firms.length > 0 ? <p className={styles.facts}>{RELEASE.waitingFor(firms)}</p> : null}
      {gone.length > 0 ? <p className={styles.facts}>{RELEASE.gone(gone)}</p> : null}
      {readiness.mayBeConfirmed ? null : <p className={styles.facts}>{RELEASE.confirmLater}</p>}
      {mayConfirm ? (
        <div className={styles.acts}>
          {isOwn ? (
            <Button disabled={isBlocked} onClick={() => acts.confirm(release, false)}>
              {RELEASE.takeBack}
            </Button>
          ) : (
            <Button
              look={readiness.mayBeReleased ? 'secondary' : 'primary'}
              disabled={isBlocked || !readiness.mayBeConfirmed}
              onClick={() => acts.confirm(release, true)}
            >
              {RELEASE.confirm}
            </Button>
          )}
        </div>
      ) : null}
    </div>
  );
}
