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
import { counted, formatSize } from '../../lib/format/numbers.ts';
import { formatDateTime } from '../../lib/format/dates.ts';
import { useNotifyFirstPaint } from '../../lib/loading/first-paint.ts';
import { useStorageFacts, type StorageFacts } from '../../lib/device/storage.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { editInWords } from '../../sync-status/edit-copy.ts';
import { needsAttention } from '../../sync-status/sync-sentence.ts';
import { usedSpace } from '../../offline-deals/offline-dialog-copy.ts';
import { UnsentWork } from '../../sync-status/unsent-work.tsx';
import { diagnosticsAsJson } from './diagnostics-as-json.ts';
import {
  collectionInWords,
  connectionInWords,
  dealInWords,
  maySetAside,
  requestInWords,
  stateInWords,
} from './diagnostics-in-words.ts';
import { FactTable } from './fact-table.tsx';
import { UPLOAD_STATES } from './upload-states.ts';
import styles from './diagnostics-screen.module.css';

/** How the work on this device stands, for the person and for whoever helps them. The engine's own names are in the JSON. */
export function DiagnosticsScreen() {
  const db = useMirror();
  const facts = useLiveQuery(() => diagnostics(db), [db]);
  const storage = useStorageFacts();
  useNotifyFirstPaint(facts !== undefined);
  return (
    <>
      <AppBar />
      <Page>
        <PageTitle>Diagnostics</PageTitle>
        <AccountTabs />
        <div className={styles.header}>
          <p className={styles.intro}>
            What of your work is on this device, and what the server has of it: for you, and for your IT
            support. Nothing here is sent to anybody.
          </p>
          {facts ? <CopyAsJson facts={facts} storage={storage} /> : null}
        </div>
        {facts ? (
          <>
            <div className={styles.actions}>
              <UnsentWork />
            </div>
            <Standing facts={facts} storage={storage} />
            <Work facts={facts} />
            <Exchange facts={facts} />
          </>
        ) : null}
      </Page>
    </>
  );
}

function CopyAsJson({ facts, storage }: { facts: Diagnostics; storage: StorageFacts | null }) {
  const [said, setSaid] = useState('');
  const copy = () => {
    navigator.clipboard.writeText(diagnosticsAsJson(facts, storage)).then(
      () =>
        setSaid(
          'Copied. It holds names of transactions and files, and what you have typed and not sent, such as notes. It holds no content of a document.',
        ),
      () => setSaid('The browser did not allow it.'),
    );
  };
  return (
    <div className={styles.copy}>
      <Button icon={<ClipboardCopy aria-hidden="true" />} onClick={copy}>
        Copy as JSON
      </Button>
      <p role="status" className={styles.said}>
        {said}
      </p>
    </div>
  );
}

/** The whole in a few lines. */
function Standing({ facts, storage }: { facts: Diagnostics; storage: StorageFacts | null }) {
  const { summary, leader, versions } = facts;
  const db = useMirror();
  const room = useLiveQuery(() => offlineRoom(db), [db]);
  const lock = useLiveQuery(() => lockOf(db), [db]);
  const since = leader?.['since'];
  return (
    <dl className={styles.facts}>
      <Fact name="Connection">{connectionInWords(summary.connection)}</Fact>
      <Fact name="The server last answered">
        {summary.lastContactAt ? formatDateTime(summary.lastContactAt) : 'Not yet'}
      </Fact>
      <Fact name="Needs your attention">{needsAttention(summary) || 'Nothing'}</Fact>
      <Fact name="Sends and receives">
        {typeof since === 'string' ? `Since ${formatDateTime(since)}, in one of your tabs` : 'Not yet'}
      </Fact>
      <Fact name="Found to differ from the server, and loaded anew">
        {facts.healed === 0 ? 'Never' : counted(facts.healed, 'time', 'times')}
      </Fact>
      <Fact name="Room used on this device">
        {storage ? `${formatSize(storage.usage)} of about ${formatSize(storage.quota)}` : 'Not known'}
      </Fact>
      <Fact name="Transactions kept for use without a network">{room ? usedSpace(room) : ''}</Fact>
      <Fact name="Device lock">{lock ? 'On' : 'Off'}</Fact>
      <Fact name="Kept on this device">
        {storage?.persisted ? 'Until you delete it' : 'Unless the browser needs the room'}
      </Fact>
      <Fact name="Version numbers">
        {`Server interface ${versions.contract}, unsent work ${versions.outbox}, storage ${versions.schema}`}
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
  const deal = (lane: string) => dealInWords(lane, facts.dealNames);
  const heldBy = new Map(facts.lanes.map((lane) => [lane.lane, lane.heldBy]));
  return (
    <>
      <FactTable
        title="Changes on their way to the server"
        empty="No change is on its way."
        columns={['Change', 'Transaction', 'State', 'Made', 'Held up by', 'Way on']}
        rows={facts.outbox.map((row) => ({
          key: row.id,
          cells: [
            editInWords(row),
            deal(row.lane),
            stateInWords(row, facts.summary.connection, heldBy.get(row.lane) ?? null),
            formatDateTime(row.madeAt),
            reasonOr(row.lastError),
            <SetAside key={row.id} edit={row} connection={facts.summary.connection} />,
          ],
        }))}
      />
      <FactTable
        title="Transactions with such changes"
        empty="There is none."
        columns={['Transaction', 'Not on the server', 'On the server', 'Oldest', 'Held up by']}
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
        title="Files on their way to the server"
        empty="No file is on its way."
        columns={['File', 'Transaction', 'State', 'Added', 'Held up by']}
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

/** For an edit that was tried in vain: the server may never take it, and what comes after it waits. */
function SetAside({ edit, connection }: SetAsideProps) {
  const db = useMirror();
  if (!maySetAside(edit, connection)) return '–';
  return <Button onClick={() => askSync((sync) => sync.setAside(db.userId, edit.id))}>Set aside</Button>;
}

function Exchange({ facts }: { facts: Diagnostics }) {
  const deal = (lane: string) => dealInWords(lane, facts.dealNames);
  return (
    <>
      <FactTable
        title="What did not get through lately"
        empty="Nothing is noted."
        columns={['Last', 'What was tried', 'What came of it', 'Times']}
        rows={facts.setbacks.map((note) => ({
          key: `${note.what} ${note.reason}`,
          cells: [
            formatDateTime(note.at),
            requestInWords(note.what, facts.dealNames),
            note.error === undefined ? note.reason : `${note.reason} (${note.error})`,
            note.times,
          ],
        }))}
      />
      <FactTable
        title="Loaded from the server"
        empty="Nothing yet."
        columns={['Transaction', 'What', 'Last', 'Up to change no.']}
        rows={facts.cursors.map((cursor) => ({
          key: cursor.key,
          cells: [
            deal(cursor.lane),
            collectionInWords(cursor.collection),
            formatDateTime(cursor.pulledAt),
            cursor.version ?? '–',
          ],
        }))}
      />
    </>
  );
}
