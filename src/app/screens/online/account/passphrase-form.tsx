import { useState, type FormEvent, type ReactNode } from 'react';
import { passwordFault } from '../../../../contract/rules/account/password.ts';
import { commitFailure } from '../../../../db/commands/tray/commit-failure.ts';
import { FormField } from '../../../ui/form/form-field.tsx';
import styles from './account.module.css';
import { FormFrame } from './form-frame.tsx';

interface PassphraseFormProps {
  label: string;
  words: readonly [action: string, done: string];
  /** Does it; answers what stands in the way, in a sentence, or null. */
  act: (fields: FormData) => Promise<string | null>;
  children: ReactNode;
}

/** Fields for passphrases, which are emptied once it is done. Nothing of them leaves the device. */
export function PassphraseForm({ label, words: [action, done], act, children }: PassphraseFormProps) {
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  // Made anew they are empty.
  const [round, setRound] = useState(0);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const fields = new FormData(event.currentTarget);
    setPending(true);
    setSaid('');
    const inTheWay = await act(fields).catch((error: unknown) => {
      reportError(error);
      return commitFailure(error);
    });
    setPending(false);
    setProblem(inTheWay);
    if (inTheWay !== null) return;
    setSaid(done);
    setRound(round + 1);
  };
  return (
    <FormFrame
      label={label}
      action={action}
      pending={pending}
      problem={problem}
      said={said}
      onSubmit={submit}
    >
      <div key={round} className={styles.form}>
        {children}
      </div>
    </FormFrame>
  );
}

/** Kept by no browser: on this very device that would undo the lock. */
export function PassphraseField({ label, name }: { label: string; name: string }) {
  return <FormField label={label} name={name} type="password" autoComplete="off" required maxLength={1000} />;
}

/** A new one, twice: nobody could help with one that was mistyped. */
export function NewPassphrase() {
  const [typed, setTyped] = useState('');
  const [isLeft, setLeft] = useState(false);
  return (
    <div className={styles.pair}>
      <FormField
        label="New passphrase"
        name="new-passphrase"
        type="password"
        autoComplete="off"
        required
        value={typed}
        problem={isLeft && typed !== '' ? faultOf(typed) : null}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={() => setLeft(true)}
      />
      <PassphraseField label="New passphrase again" name="again" />
    </div>
  );
}

/** As it was typed: a blank at an end of it may be meant. */
export function passphraseIn(fields: FormData, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value : '';
}

/** What was typed as a new passphrase, or what is wrong with it. */
export function newPassphraseIn(fields: FormData): { passphrase: string } | { problem: string } {
  const passphrase = passphraseIn(fields, 'new-passphrase');
  const problem =
    faultOf(passphrase) ??
    (fields.get('again') === passphrase ? null : 'The two passphrases are not the same.');
  return problem === null ? { passphrase } : { problem };
}

/** The rule is that of passwords. */
function faultOf(passphrase: string): string | null {
  return passwordFault(passphrase)?.replace('password', 'passphrase') ?? null;
}
