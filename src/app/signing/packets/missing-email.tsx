import { useState, type FormEvent } from 'react';
import type { ShownPacket } from '../../../db/queries/signing/packets/packets.ts';
import { runCommand } from '../../lib/commands/run-command.ts';
import { useSignatoryActs } from '../signatories/use-signatory-acts.ts';
import { Button } from '../../ui/button.tsx';
import { FormField } from '../../ui/form/form-field.tsx';
import { PACKETS } from './packets-copy.ts';
import styles from './packets-screen.module.css';

/** Says that a packet can't be sent without an email address, and asks for one. */
export function MissingEmail({ packet: { row, signatory } }: { packet: ShownPacket }) {
  const acts = useSignatoryActs(row.transaction);
  const [email, setEmail] = useState('');
  const save = (event: FormEvent) => {
    event.preventDefault();
    const named = { uuid: signatory.uuid, name: signatory.fullName };
    runCommand(acts.update(named, { email: email.trim() }));
  };
  return (
    <form className={styles.missing} onSubmit={save}>
      <p className={styles.warning}>{PACKETS.missingEmail(signatory.fullName)}</p>
      <div className={styles.oneField}>
        <FormField
          label={PACKETS.email}
          type="email"
          required
          autoComplete="off"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Button type="submit">{PACKETS.saveEmail}</Button>
      </div>
    </form>
  );
}
