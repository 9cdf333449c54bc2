import { useState, type FormEvent, type ReactNode } from 'react';
import { passwordFault } from '../../../../contract/rules/account/password.ts';
import { commitFailure } from '../../../../db/commands/tray/commit-failure.ts';
import { FormField } from '../../../ui/form/form-field.tsx';
import styles from './account.module.css';
import { LOCK } from './account-copy.ts';
import { FormFrame } from './form-frame.tsx';

interface PassphraseFormProps {
  label: string;
  labels: readonly [action: string, done: string];
  /** Runs the action. Returns a sentence if it failed, else null. */
  act: (fields: FormData) => Promise<string | null>;
  children: ReactNode;
}

/** A form for passphrases. It clears its fields after a success, and nothing typed leaves the device. */
export function PassphraseForm({ label, labels: [action, done], act, children }: PassphraseFormProps) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [result, setResult] = useState('');
  // A new key remounts the fields, which clears them.
  const [round, setRound] = useState(0);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const fields = new FormData(event.currentTarget);
    setPending(true);
    setResult('');
    const failure = await act(fields).catch((error: unknown) => {
      reportError(error);
      return commitFailure(error);
    });
    setPending(false);
    setProblem(failure);
    if (failure !== null) return;
    setResult(done);
    setRound(round + 1);
  };
  return (
    <FormFrame
      label={label}
      action={action}
      pending={pending}
      problem={problem}
      result={result}
      onSubmit={submit}
    >
      <div key={round} className={styles.form}>
        {children}
      </div>
    </FormFrame>
  );
}

/** A passphrase field. The browser must not save it: on the same device that would defeat the lock. */
export function PassphraseField({ label, name }: { label: string; name: string }) {
  return <FormField label={label} name={name} type="password" autoComplete="off" required maxLength={1000} />;
}

/** Two fields for a new passphrase, because nobody can reset a mistyped one. */
export function NewPassphrase() {
  const [typed, setTyped] = useState('');
  const [wasBlurred, setBlurred] = useState(false);
  return (
    <div className={styles.pair}>
      <FormField
        label={LOCK.newPassphrase}
        name="new-passphrase"
        type="password"
        autoComplete="off"
        required
        value={typed}
        problem={wasBlurred && typed !== '' ? faultOf(typed) : null}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => setBlurred(true)}
      />
      <PassphraseField label={LOCK.repeatPassphrase} name="again" />
    </div>
  );
}

/** Returns the passphrase untrimmed: a space at either end may be intended. */
export function passphraseIn(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
}

/** Returns the new passphrase, or what is wrong with it. */
export function newPassphraseIn(fields: FormData): { passphrase: string } | { problem: string } {
  const passphrase = passphraseIn(fields, 'new-passphrase');
  const problem = faultOf(passphrase) ?? (fields.get('again') === passphrase ? null : LOCK.different);
  return problem === null ? { passphrase } : { problem };
}

/** Passphrases follow the rule for passwords. */
function faultOf(passphrase: string): string | null {
  return passwordFault(passphrase)?.replace('password', 'passphrase') ?? null;
}
