import { useLiveQuery } from 'dexie-react-hooks';
import type { MirrorDatabase } from '../../../../db/database.ts';
import {
  changePassphrase,
  chooseIdleLock,
  endDeviceLock,
  forgetLockTrouble,
  setDeviceLock,
} from '../../../../db/commands/account/device-lock.ts';
import { lockDevice } from '../../../../db/commands/account/lock-device.ts';
import type { DeviceLock, LockWork } from '../../../../db/lock/device-lock.ts';
import { canLock, lockOf, lockWorkOf } from '../../../../db/queries/account/device-lock.ts';
import { runCommand } from '../../../lib/commands/run-command.ts';
import { useMirror } from '../../../session/mirror-context.ts';
import { passphraseProblem } from '../../../session/session-copy.ts';
import { askSync } from '../../../sync-client.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/form/select.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import styles from './account.module.css';
import { LOCK } from './account-copy.ts';
import {
  NewPassphrase,
  newPassphraseIn,
  PassphraseField,
  PassphraseForm,
  passphraseIn,
} from './passphrase-form.tsx';

type Idle = (typeof LOCK.idleOptions)[number][0];

/** The settings of the device lock. They work without a network. */
export function LockSection() {
  const db = useMirror();
  const lock = useLiveQuery(() => lockOf(db), [db]);
  const work = useLiveQuery(() => lockWorkOf(db), [db]) ?? null;
  return (
    <Section title={LOCK.title} hint={LOCK.hint}>
      {!canLock() ? (
        <Callout>{LOCK.needsHttps}</Callout>
      ) : lock === undefined ? null : lock === null ? (
        <SetLock db={db} />
      ) : (
        <LockSettings db={db} lock={lock} work={work} />
      )}
    </Section>
  );
}

function SetLock({ db }: { db: MirrorDatabase }) {
  return (
    <PassphraseForm
      label={LOCK.setForm}
      labels={[LOCK.set, LOCK.setDone]}
      act={async (fields) => {
        const chosen = newPassphraseIn(fields);
        if ('problem' in chosen) return chosen.problem;
        await setDeviceLock(db, chosen.passphrase, idleMs('15'));
        return null;
      }}
    >
      <NewPassphrase />
    </PassphraseForm>
  );
}

function LockSettings({ db, lock, work }: { db: MirrorDatabase; lock: DeviceLock; work: LockWork | null }) {
  return (
    <>
      <p role="status">{lockInWords(lock, work)}</p>
      {work?.stop == null ? null : (
        <Callout tone="warning" role="alert">
          {stopInWords(lock, work)}{' '}
          <Button
            onClick={() => {
              runCommand(forgetLockTrouble(db));
              askSync((sync) => sync.bringInForm(db.userId));
            }}
          >
            {LOCK.tryAgain}
          </Button>
        </Callout>
      )}
      {lock.state === 'ending' ? null : (
        <>
          <SelectField
            label={LOCK.idle}
            options={LOCK.idleOptions}
            value={idleOf(lock)}
            onChoose={(chosen) => runCommand(chooseIdleLock(db, lock, idleMs(chosen)))}
          />
          <div className={styles.submit}>
            <Button onClick={() => lockDevice(db)}>{LOCK.lockNow}</Button>
          </div>
          <PassphraseForm
            label={LOCK.change}
            labels={[LOCK.change, LOCK.changed]}
            act={async (fields) => {
              const chosen = newPassphraseIn(fields);
              if ('problem' in chosen) return chosen.problem;
              return passphraseProblem(
                await changePassphrase(db, passphraseIn(fields, 'passphrase'), chosen.passphrase),
              );
            }}
          >
            <PassphraseField label={LOCK.currentPassphrase} name="passphrase" />
            <NewPassphrase />
          </PassphraseForm>
          <PassphraseForm
            label={LOCK.turnOff}
            labels={[LOCK.turnOff, '']}
            act={async (fields) =>
              passphraseProblem(await endDeviceLock(db, passphraseIn(fields, 'passphrase')))
            }
          >
            <PassphraseField label={LOCK.passphrase} name="passphrase" />
          </PassphraseForm>
        </>
      )}
    </>
  );
}

function lockInWords({ state, settled }: DeviceLock, work: LockWork | null): string {
  const progress = work && work.total > 0 ? LOCK.progress(work.done, work.total) : '';
  if (state === 'ending') return `${LOCK.turningOff}${progress}`;
  return settled ? LOCK.allEncrypted : `${LOCK.encrypting}${progress}`;
}

function stopInWords({ state }: DeviceLock, { stop }: LockWork): string {
  const rest = state === 'on' ? LOCK.restNotEncrypted : LOCK.restStillEncrypted;
  return stop === 'no_room' ? LOCK.noRoom(rest) : LOCK.failed(rest);
}

function idleMs(chosen: Idle): number | null {
  return chosen === 'never' ? null : Number(chosen) * 60_000;
}

function idleOf(lock: DeviceLock): Idle {
  return LOCK.idleOptions.find(([each]) => idleMs(each) === lock.idleMs)?.[0] ?? '15';
}
