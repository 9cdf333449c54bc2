import { useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import ClipboardCopy from 'lucide-react/icons/clipboard-copy';
import { lockOf } from '../../../db/queries/account/device-lock.ts';
import { diagnostics, type Diagnostics } from '../../../db/queries/status/diagnostics.ts';
import { offlineRoom } from '../../../db/queries/offline/offline-progress.ts';
import type { OutboxRow } from '../../../db/rows.ts';
import { askSync } from '../../sync-client.ts';
import { AccountTabs } from '../../app-bar/account-tabs.tsx';
import { AppBar } from '../../app-bar/app-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { Page, PageTitle } from '../../ui/layout/page.tsx';
import { formatDateTime } from '../../lib/format/dates.ts';
import { useNotifyFirstPaint } from '../../lib/loading/first-paint.ts';
import { useStorageFacts, type StorageFacts } from '../../lib/device/storage.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { editInWords } from '../../sync-status/edit-copy.ts';
import { needsAttention } from '../../sync-status/sync-sentence.ts';
import { usedSpace } from '../../offline-deals/offline-dialog-copy.ts';
import { UnsentWork } from '../../sync-status/unsent-work.tsx';
import {
  changeStateText,
  CHANGES,
  collectionText,
  CONNECTIONS,
  dealText,
  DIAGNOSTICS,
  FACTS,
  FILES,
  LANES,
  LOADED,
  requestText,
  SETBACKS,
  UPLOAD_STATES,
} from './diagnostics-copy.ts';
import { diagnosticsAsJson, maySetAside } from './diagnostics-facts.ts';
import { FactTable } from './fact-table.tsx';
import styles from './diagnostics-screen.module.css';

/** The state of the work on this device, for the user and their support. The engine's own names are in the JSON. */
export function DiagnosticsScreen() {
  const db = useMirror();
  const facts = useLiveQuery(() => diagnostics(db), [db]);
  const storage = useStorageFacts();
  useNotifyFirstPaint(facts !== undefined);
  return (
    <>
      <AppBar />
      <Page>
        <PageTitle>{DIAGNOSTICS.title}</PageTitle>
        <AccountTabs />
        <div className={styles.header}>
          <p className={styles.intro}>{DIAGNOSTICS.hint}</p>
          {facts ? <CopyAsJson facts={facts} storage={storage} /> : null}
        </div>
        {facts ? (
          <>
            <div className={styles.actions}>
              <UnsentWork />
            </div>
            <Summary facts={facts} storage={storage} />
            <Work facts={facts} />
            <Exchange facts={facts} />
          </>
        ) : null}
      </Page>
    </>
  );
}

function CopyAsJson({ facts, storage }: { facts: Diagnostics; storage: StorageFacts | null }) {
  const [result, setResult] = useState('');
  const copy = () => {
    navigator.clipboard.writeText(diagnosticsAsJson(facts, storage)).then(
      () => setResult(DIAGNOSTICS.copied),
      () => setResult(DIAGNOSTICS.copyFailed),
    );
  };
  return (
    <div className={styles.copy}>
      <Button icon={<ClipboardCopy aria-hidden="true" />} onClick={copy}>
        {DIAGNOSTICS.copy}
      </Button>
      <p role="status" className={styles.said}>
        {result}
      </p>
    </div>
  );
}

function Summary({ facts, storage }: { facts: Diagnostics; storage: StorageFacts | null }) {
  const { summary, leader, versions } = facts;
  const db = useMirror();
  const room = useLiveQuery(() => offlineRoom(db), [db]);
  const lock = useLiveQuery(() => lockOf(db), [db]);
  const since = leader?.['since'];
  return (
    <dl className={styles.facts}>
      <Fact name={FACTS.connection}>{CONNECTIONS[summary.connection]}</Fact>
      <Fact name={FACTS.lastContact}>
        {summary.lastContactAt ? formatDateTime(summary.lastContactAt) : FACTS.notYet}
      </Fact>
      <Fact name={FACTS.attention}>{needsAttention(summary) || FACTS.nothing}</Fact>
      <Fact name={FACTS.syncing}>
        {typeof since === 'string' ? FACTS.syncingSince(formatDateTime(since)) : FACTS.notSyncing}
      </Fact>
      <Fact name={FACTS.healed}>{FACTS.healedTimes(facts.healed)}</Fact>
      <Fact name={FACTS.storage}>
        {storage ? FACTS.storageUsed(storage.usage, storage.quota) : FACTS.unknown}
      </Fact>
      <Fact name={FACTS.offline}>{room ? usedSpace(room) : ''}</Fact>
      <Fact name={FACTS.lock}>{FACTS.lockState(Boolean(lock))}</Fact>
      <Fact name={FACTS.persisted}>{FACTS.persistence(storage?.persisted ?? false)}</Fact>
      <Fact name={FACTS.versions}>
        {FACTS.versionNumbers(versions.contract, versions.outbox, versions.schema)}
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: string | number }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Work({ facts }: { facts: Diagnostics }) {
  const deal = (lane: string) => dealText(lane, facts.dealNames);
  const blockedBy = new Map(facts.lanes.map((lane) => [lane.lane, lane.heldBy]));
  return (
    <>
      <FactTable
        {...CHANGES}
        rows={facts.outbox.map((row) => ({
          key: row.id,
          cells: [
            editInWords(row),
            deal(row.lane),
            changeStateText(row, facts.summary.connection, blockedBy.get(row.lane) ?? null),
            formatDateTime(row.madeAt),
            reasonOr(row.lastError),
            <SetAside key={row.id} edit={row} connection={facts.summary.connection} />,
          ],
        }))}
      />
      <FactTable
        {...LANES}
        rows={facts.lanes.map((lane) => ({
          key: lane.lane,
          cells: [
            deal(lane.lane),
            lane.unsent,
            lane.acked,
            lane.oldestAt ? formatDateTime(lane.oldestAt) : '–',
            reasonOr(lane.heldBy),
          ],
        }))}
      />
      <FactTable
        {...FILES}
        rows={facts.files.map((file) => ({
          key: file.uuid,
          cells: [
            file.fileName,
            deal(file.transaction),
            UPLOAD_STATES[file.status],
            formatDateTime(file.addedAt),
            reasonOr(file.lastError ?? file.errorMessage),
          ],
        }))}
      />
    </>
  );
}

function reasonOr(reason: string | null | undefined): string {
  return reason ?? '–';
}

interface SetAsideProps {
  edit: OutboxRow;
  connection: Diagnostics['summary']['connection'];
}

/** Sets aside an edit that keeps failing, because the server may never accept it and the edits behind it wait. */
function SetAside({ edit, connection }: SetAsideProps) {
  const db = useMirror();
  if (!maySetAside(edit, connection)) return '–';
  return (
    <Button onClick={() => askSync((sync) => sync.setAside(db.userId, edit.id))}>{CHANGES.setAside}</Button>
  );
}

function Exchange({ facts }: { facts: Diagnostics }) {
  const deal = (lane: string) => dealText(lane, facts.dealNames);
  return (
    <>
      <FactTable
        {...SETBACKS}
        rows={facts.setbacks.map((note) => ({
          key: `${note.what} ${note.reason}`,
          cells: [
            formatDateTime(note.at),
            requestText(note.what, facts.dealNames),
            note.error === undefined ? note.reason : `${note.reason} (${note.error})`,
            note.times,
          ],
        }))}
      />
      <FactTable
        {...LOADED}
        rows={facts.cursors.map((cursor) => ({
          key: cursor.key,
          cells: [
            deal(cursor.lane),
            collectionText(cursor.collection),
            formatDateTime(cursor.pulledAt),
            cursor.version ?? '–',
          ],
        }))}
      />
    </>
  );
}
