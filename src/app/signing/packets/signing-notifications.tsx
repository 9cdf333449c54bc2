import { useLiveQuery } from 'dexie-react-hooks';
import { setSigningNotifications, type OnlineCall } from '../../../db/commands/account/online-calls.ts';
import { dealPage } from '../../../db/queries/transactions/deals.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { CheckboxField } from '../../ui/form/checkbox.tsx';
import { PACKETS } from './packets-copy.ts';

/** Sets whether the user is notified of what signatories do. Only participants get notifications. */
export function SigningNotifications({
  transaction,
  isOff,
  run,
}: {
  transaction: string;
  isOff: boolean;
  run: (call: OnlineCall) => void;
}) {
  const db = useMirror();
  const page = useLiveQuery(() => dealPage(db, transaction), [db, transaction]);
  const own = page?.deal?.participants.find(({ userUuid }) => userUuid === db.userId);
  if (!own) return null;
  return (
    <CheckboxField
      checked={own.sendEsigningNotifications}
      disabled={isOff}
      onChange={(event) => run(setSigningNotifications(own.uuid, event.currentTarget.checked))}
    >
      {PACKETS.notifyMe}
    </CheckboxField>
  );
}
