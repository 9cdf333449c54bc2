import { useLiveQuery } from 'dexie-react-hooks';
import { chooseAutomaticOffline } from '../../../../db/commands/transactions/choose-automatic-offline.ts';
import { releaseDeal } from '../../../../db/commands/transactions/keep-offline.ts';
import { isSilentPhone } from '../../../../db/queries/offline/metered.ts';
import { offlineRoom } from '../../../../db/queries/offline/offline-progress.ts';
import { offlineDeals } from '../../../../db/queries/offline/offline-deals.ts';
import { canKeep } from '../../../offline-deals/can-keep-offline.ts';
import { offlineSentence } from '../../../offline-deals/offline-sentence.ts';
import { useOfflineProgresses } from '../../../offline-deals/use-offline-progress.ts';
import { runCommand } from '../../../lib/commands/run-command.ts';
import { useReachable } from '../../../lib/device/connectivity.ts';
import { useMirror } from '../../../session/mirror-context.ts';
import { Badge } from '../../../ui/status/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/form/checkbox.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { OFFLINE } from './account-copy.ts';
import styles from './account.module.css';

/** The transactions that are kept offline, the space they use, and whether more are added automatically. */
export function OfflineSection() {
  const db = useMirror();
  const reachable = useReachable();
  const offline = useLiveQuery(() => offlineDeals(db), [db]);
  const progresses = useOfflineProgresses(db);
  const room = useLiveQuery(() => offlineRoom(db), [db]);
  if (!offline || !room || !canKeep()) return null;
  return (
    <Section title={OFFLINE.title} hint={OFFLINE.hint}>
      <CheckboxField
        checked={offline.automatic}
        onChange={({ currentTarget }) => runCommand(chooseAutomaticOffline(db, currentTarget.checked))}
      >
        {OFFLINE.automatic}
      </CheckboxField>
      {isSilentPhone() ? <p className={styles.facts}>{OFFLINE.silentPhone}</p> : null}
      <ul aria-label={OFFLINE.title} className={styles.lines}>
        {offline.deals.map(({ uuid, name, automatic }) => {
          const progress = progresses?.get(uuid);
          return (
            <li key={uuid} className={styles.line}>
              <div>
                <p className={styles.first}>
                  {name} {automatic ? <Badge>{OFFLINE.automaticBadge}</Badge> : null}
                </p>
                <p className={styles.facts}>
                  {progress ? offlineSentence(progress, { reachable, budget: room.budget }) : null}
                </p>
              </div>
              <Button aria-label={OFFLINE.removeDeal(name)} onClick={() => runCommand(releaseDeal(db, uuid))}>
                {OFFLINE.remove}
              </Button>
            </li>
          );
        })}
      </ul>
      <p className={styles.facts}>
        {offline.deals.length === 0 ? OFFLINE.none : OFFLINE.used(room.used, room.budget)}
      </p>
    </Section>
  );
}
