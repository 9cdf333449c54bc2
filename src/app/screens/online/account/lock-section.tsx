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
import {
  NewPassphrase,
  newPassphraseIn,
  PassphraseField,
  PassphraseForm,
  passphraseIn,
} from './passphrase-form.tsx';

const HINT =
  'On this device. A passphrase encrypts the documents that are kept here and the files that wait to be sent. Names, checklists, ' +
  'notes and your changes are not encrypted. Nobody can recover a passphrase that is forgotten: what was not sent is lost then.';

const IDLE = [
  ['never', 'Never'],
  ['15', 'After 15 minutes without use'],
  ['60', 'After an hour without use'],
] as const;
type Idle = (typeof IDLE)[number][0];

/** The lock of this device. All of it is done here, with or without a network. */
export function LockSection() {
  const db = useMirror();
  const lock = useLiveQuery(() => lockOf(db), [db]);
  const work = useLiveQuery(() => lockWorkOf(db), [db]) ?? null;
  return (
    <Section title="Device lock" hint={HINT}>
      {!canLock() ? (
        <Callout>This browser encrypts only where Counterpart is opened by HTTPS.</Callout>
      ) : lock === undefined ? null : lock === null ? (
        <SetLock db={db} />
      ) : (
        <LockThatStands db={db} lock={lock} work={work} />
      )}
    </Section>
  );
}

function SetLock({ db }: { db: MirrorDatabase }) {
  return (
    <PassphraseForm
      label="Set a lock"
      words={['Set the lock', 'Set']}
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

function LockThatStands({ db, lock, work }: { db: MirrorDatabase; lock: DeviceLock; work: LockWork | null }) {
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
            Try again
          </Button>
        </Callout>
      )}
      {lock.state === 'ending' ? null : (
        <>
          <SelectField
            label="Locks by itself"
            options={IDLE}
            value={idleOf(lock)}
            onChoose={(chosen) => runCommand(chooseIdleLock(db, lock, idleMs(chosen)))}
          />
          <div className={styles.submit}>
            <Button onClick={() => lockDevice(db)}>Lock now</Button>
          </div>
          <PassphraseForm
            label="Change the passphrase"
            words={['Change the passphrase', 'Changed']}
            act={async (fields) => {
              const chosen = newPassphraseIn(fields);
              if ('problem' in chosen) return chosen.problem;
              return passphraseProblem(
                await changePassphrase(db, passphraseIn(fields, 'passphrase'), chosen.passphrase),
              );
            }}
          >
            <PassphraseField label="Current passphrase" name="passphrase" />
            <NewPassphrase />
          </PassphraseForm>
          <PassphraseForm
            label="Turn the lock off"
            words={['Turn the lock off', '']}
            act={async (fields) =>
              passphraseProblem(await endDeviceLock(db, passphraseIn(fields, 'passphrase')))
            }
          >
            <PassphraseField label="Passphrase" name="passphrase" />
          </PassphraseForm>
        </>
      )}
    </>
  );
}

function lockInWords({ state, settled }: DeviceLock, work: LockWork | null): string {
  const far = work && work.total > 0 ? ` ${work.done} of ${work.total} files are done.` : '';
  if (state === 'ending') return `The lock is being turned off.${far}`;
  return settled
    ? 'The lock is on. All files that Counterpart keeps on this device are encrypted.'
    : `The lock is on. What is on this device already is being encrypted.${far}`;
}

function stopInWords({ state }: DeviceLock, { stop }: LockWork): string {
  const rest = state === 'on' ? 'The rest is not encrypted yet.' : 'The rest is still encrypted.';
  return stop === 'no_room'
    ? `There is not enough room on this device to go on. Nothing is lost. ${rest} Free some space, then try again.`
    : `Something went wrong on the way. Nothing is lost. ${rest}`;
}

function idleMs(chosen: Idle): number | null {
  return chosen === 'never' ? null : Number(chosen) * 60_000;
}

function idleOf(lock: DeviceLock): Idle {
  return IDLE.find(([each]) => idleMs(each) === lock.idleMs)?.[0] ?? '15';
}
