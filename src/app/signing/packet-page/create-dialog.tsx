import { useId, useState, type FormEvent } from 'react';
import { createPackets, type PacketChoices } from '../../../db/commands/signing/packets/create-packets.ts';
import type { WithoutPacket } from '../../../db/queries/signing/packets/packets.ts';
import { runCommand as startCommand } from '../../lib/commands/run-command.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/form/checkbox.tsx';
import { ModalDialog } from '../../ui/overlay/modal-dialog.tsx';
import { CREATING, PACKETS } from '../packets/packets-copy.ts';
import styles from '../packets/packets-screen.module.css';

interface CreateDialogProps {
  transaction: string;
  /** The signatories with pages that are in no packet. */
  without: readonly WithoutPacket[];
  /** The options that this deal offers, in display order. */
  offered: readonly (keyof PacketChoices)[];
  onClose: () => void;
}

/** Asks which signatories to create packets for, and which extra pages to include. */
export function CreateDialog({ transaction, without, offered, onClose }: CreateDialogProps) {
  const db = useMirror();
  const [left, setLeft] = useState<ReadonlySet<string>>(() => new Set());
  const [off, setOff] = useState<ReadonlySet<keyof PacketChoices>>(() => new Set());
  const people = without.map(({ signatory }) => signatory.uuid).filter((uuid) => !left.has(uuid));
  const form = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const options = Object.fromEntries(offered.map((option) => [option, !off.has(option)]));
    startCommand(createPackets(db, { transaction, people, options }));
    onClose();
  };
  return (
    <ModalDialog
      title={CREATING.title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{CREATING.cancel}</Button>
          <Button type="submit" form={form} look="primary" disabled={people.length === 0}>
            {PACKETS.create(people.length)}
          </Button>
        </>
      }
    >
      <form id={form} className={styles.dialog} onSubmit={submit}>
        <p>{CREATING.lead}</p>
        {offered.map((option) => (
          <CheckboxField
            key={option}
            checked={!off.has(option)}
            onChange={() => setOff(toggled(off, option))}
          >
            {CREATING[option]}
          </CheckboxField>
        ))}
        {without.length > 1 ? (
          <ul className={styles.plain} aria-label={CREATING.people}>
            {without.map(({ signatory: { uuid, fullName }, pages }) => (
              <li key={uuid}>
                <CheckboxField checked={!left.has(uuid)} onChange={() => setLeft(toggled(left, uuid))}>
                  {PACKETS.waiting(fullName, pages)}
                </CheckboxField>
              </li>
            ))}
          </ul>
        ) : null}
      </form>
    </ModalDialog>
  );
}

function toggled<Choice>(chosen: ReadonlySet<Choice>, choice: Choice): ReadonlySet<Choice> {
  const next = new Set(chosen);
  if (!next.delete(choice)) next.add(choice);
  return next;
}
