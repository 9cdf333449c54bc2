import { useLiveQuery } from 'dexie-react-hooks';
import { chooseAutomaticOffline } from '../../../../db/commands/transactions/choose-automatic-offline.ts';
import { releaseDeal } from '../../../../db/commands/transactions/keep-offline.ts';
import { offlineRoom, offlineProgresses } from '../../../../db/queries/offline/offline-progress.ts';
import { offlineDeals } from '../../../../db/queries/offline/offline-deals.ts';
import { canKeep } from '../../../offline-deals/can-keep-offline.ts';
import { offlineSentence } from '../../../offline-deals/offline-sentence.ts';
import { runCommand } from '../../../lib/commands/run-command.ts';
import { formatSize } from '../../../lib/format/numbers.ts';
import { useReachable } from '../../../lib/device/connectivity.ts';
import { useMirror } from '../../../session/mirror-context.ts';
import { Badge } from '../../../ui/status/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/form/checkbox.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import styles from './account.module.css';

const HINT =
  'On this device. You can open the documents of these transactions without a connection. Automatic copies download only on ' +
  'unmetered connections, and are deleted when they no longer qualify.';

/** The transactions that are kept offline, the space they use, and whether more are added automatically. */
export function OfflineSection() {
  const db = useMirror();
  const reachable = useReachable();
  const offline = useLiveQuery(() => offlineDeals(db), [db]);
  const standings = useLiveQuery(() => offlineProgresses(db), [db]);
  const room = useLiveQuery(() => offlineRoom(db), [db]);
  if (!offline || !room || !canKeep()) return null;
  return (
    <Section title="Offline transactions" hint={HINT}>
      <CheckboxField
        checked={offline.automatic}
        onChange={({ currentTarget }) => runCommand(chooseAutomaticOffline(db, currentTarget.checked))}
      >
        Keep transactions offline that I opened in the last 7 days or that close in the next 14 days
      </CheckboxField>
      <ul aria-label="Offline transactions" className={styles.lines}>
        {offline.deals.map(({ uuid, name, automatic }) => {
          const standing = standings?.get(uuid);
          return (
            <li key={uuid} className={styles.line}>
              <div>
                <p className={styles.first}>
                  {name} {automatic ? <Badge>Automatic</Badge> : null}
                </p>
                <p className={styles.facts}>
                  {standing ? offlineSentence(standing, { reachable, budget: room.budget }) : null}
                </p>
              </div>
              <Button
                aria-label={`Remove ${name} from this device`}
                onClick={() => runCommand(releaseDeal(db, uuid))}
              >
                Remove
              </Button>
            </li>
          );
        })}
      </ul>
      <p className={styles.facts}>
        {offline.deals.length === 0
          ? 'No transaction is kept offline.'
          : `Using ${formatSize(room.used)} of ${formatSize(room.budget)}. A transaction that you remove is not added again automatically.`}
      </p>
    </Section>
  );
}
