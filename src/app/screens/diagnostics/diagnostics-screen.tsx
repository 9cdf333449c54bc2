import { useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import ClipboardCopy from 'lucide-react/icons/clipboard-copy';
import { diagnostics, type Diagnostics } from '../../../db/queries/diagnostics.ts';
import type { OutboxRow } from '../../../db/rows.ts';
import { askSync } from '../../sync-client.ts';
import { AppBar } from '../../parts/app-bar.tsx';
import { Button } from '../../parts/button.tsx';
import { formatMoment } from '../../parts/dates.ts';
import { useMirror } from '../../session/mirror-context.ts';
import { editInWords } from '../../sync-status/edit-in-words.ts';
import { UnsentWork } from '../../sync-status/unsent-work.tsx';
import { diagnosticsAsJson } from './diagnostics-as-json.ts';
import { FactTable } from './fact-table.tsx';
import { UPLOAD_STATES } from './upload-states.ts';
import { inMegabytes, useStorageFacts, type StorageFacts } from './use-storage-facts.ts';
import styles from './diagnostics-screen.module.css';

const STATES = { pending: 'Not sent', attempted: 'Being sent', acked: 'Saved, awaiting its list' } as const;

/** What the sync engine is about, for the person and for whoever helps them. */
export function DiagnosticsScreen() {
  const db = useMirror();
  const facts = useLiveQuery(() => diagnostics(db), [db]);
  const storage = useStorageFacts();
  return (
    <div className={styles.page}>
      <AppBar />
      <main className={styles.main}>
        <h1 className={styles.title}>Diagnostics</h1>
        <p className={styles.intro}>
          How the work on this device stands to the server’s. Nothing here is sent to anybody.
        </p>
        {facts ? (
          <>
            <div className={styles.actions}>
              <UnsentWork />
              <CopyAsJson facts={facts} storage={storage} />
            </div>
            <Standing facts={facts} storage={storage} />
            <Work facts={facts} />
            <Engine facts={facts} />
          </>
        ) : null}
      </main>
    </div>
  );
}

function CopyAsJson({ facts, storage }: { facts: Diagnostics; storage: StorageFacts | null }) {
  const [said, setSaid] = useState('');
  const copy = () => {
    navigator.clipboard.writeText(diagnosticsAsJson(facts, storage)).then(
      () =>
        setSaid('Copied. It holds names as you typed them, of transactions and parties, and no document.'),
      () => setSaid('The browser did not allow it.'),
    );
  };
  return (
    <div>
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
  const since = leader?.['since'];
  return (
    <dl className={styles.facts}>
      <Fact name="Connection">{CONNECTIONS[summary.connection]}</Fact>
      <Fact name="Last answer of the server">
        {summary.lastContactAt ? formatMoment(summary.lastContactAt) : 'None yet'}
      </Fact>
      <Fact name="Sync worker">
        {typeof since === 'string' ? `At work since ${formatMoment(since)}` : 'None has worked yet'}
      </Fact>
      <Fact name="Sums healed">{facts.healed}</Fact>
      <Fact name="Storage used">
        {storage ? `${inMegabytes(storage.usage)} of ${inMegabytes(storage.quota)}` : 'Not known'}
      </Fact>
      <Fact name="Storage is kept">
        {storage?.persisted ? 'Until you delete it' : 'Unless the browser needs the room'}
      </Fact>
      <Fact name="Versions">
        {`Contract ${versions.contract}, outbox ${versions.outbox}, schema ${versions.schema}`}
      </Fact>
    </dl>
  );
}

const CONNECTIONS: Record<Diagnostics['summary']['connection'], string> = {
  connecting: 'Connecting',
  online: 'Online',
  offline: 'Offline',
  trouble: 'Something answers that is not Counterpart',
  signed_out: 'Signed out',
  update_needed: 'Counterpart must be reloaded',
};

function Fact({ name, children }: { name: string; children: string | number }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Work({ facts }: { facts: Diagnostics }) {
  const deal = (lane: string) => facts.dealNames.get(lane) ?? lane;
  return (
    <>
      <FactTable
        title="Outbox"
        empty="Every change has reached the server."
        columns={['Change', 'Transaction', 'State', 'Made', 'Last error', 'Way on']}
        rows={facts.outbox.map((row) => ({
          key: row.id,
          cells: [
            editInWords(row),
            deal(row.lane),
            STATES[row.state],
            formatMoment(row.madeAt),
            row.lastError ?? '–',
            <SetAside key={row.id} edit={row} />,
          ],
        }))}
      />
      <FactTable
        title="Lanes"
        empty="No transaction waits."
        columns={['Transaction', 'Not sent', 'Awaiting lists', 'Oldest', 'Held by']}
        rows={facts.lanes.map((lane) => ({
          key: lane.lane,
          cells: [
            deal(lane.lane),
            lane.unsent,
            lane.acked,
            lane.oldestAt ? formatMoment(lane.oldestAt) : '–',
            lane.heldBy ?? '–',
          ],
        }))}
      />
      <FactTable
        title="Files"
        empty="No file waits."
        columns={['File', 'Transaction', 'State', 'Added', 'Last error']}
        rows={facts.files.map((file) => ({
          key: file.uuid,
          cells: [
            file.fileName,
            deal(file.transaction),
            UPLOAD_STATES[file.status],
            formatMoment(file.addedAt),
            file.lastError ?? file.errorMessage ?? '–',
          ],
        }))}
      />
    </>
  );
}

/** For an edit that was tried in vain: the server may never take it, and what comes after it waits. */
function SetAside({ edit }: { edit: OutboxRow }) {
  if (edit.state === 'acked' || edit.lastError === undefined) return '–';
  return <Button onClick={() => askSync((sync) => sync.setAside(edit.id))}>Set aside</Button>;
}

function Engine({ facts }: { facts: Diagnostics }) {
  const deal = (lane: string) => facts.dealNames.get(lane) ?? lane;
  return (
    <>
      <FactTable
        title="Last errors"
        empty="There were none."
        columns={['Last', 'Request', 'Reason', 'Times']}
        rows={facts.setbacks.map((note) => ({
          key: `${note.what} ${note.reason}`,
          cells: [formatMoment(note.at), note.what, note.reason, note.times],
        }))}
      />
      <FactTable
        title="Cursors"
        empty="Nothing has been pulled yet."
        columns={['Transaction', 'Collection', 'Pulled', 'Version']}
        rows={facts.cursors.map((cursor) => ({
          key: cursor.key,
          cells: [deal(cursor.lane), cursor.collection, formatMoment(cursor.pulledAt), cursor.version ?? '–'],
        }))}
      />
    </>
  );
}
