import { Replicache, type ReadonlyJSONValue, type WriteTransaction } from 'replicache';
import { rest, since, type Contender } from '../tests/bench/sync/contender.ts';
import { Delivery, editOf, makeDealRows, makeHeaderRows } from '../tests/bench/sync/deal-rows.ts';
import { timeEdits } from '../tests/bench/sync/time-edits.ts';

type Header = { uuid: string; label: string | null };
type Patch = { op: 'put'; key: string; value: ReadonlyJSONValue }[];

const NAME = 'peer';

const mutators = {
  async rename(tx: WriteTransaction, { uuid, label }: { uuid: string; label: string }): Promise<void> {
    const key = `elements/${uuid}`;
    const header = (await tx.get(key)) as Header | undefined;
    if (header) await tx.set(key, { ...header, label });
  },
};

function openReplicache(patch: Patch) {
  return new Replicache({
    name: NAME,
    mutators,
    logLevel: 'error',
    // The first pull returns all rows; later pulls return nothing.
    puller: async (request) => ({
      httpRequestInfo: { httpStatusCode: 200, errorMessage: '' },
      response: {
        cookie: 1,
        lastMutationIDChanges: {},
        patch: 'cookie' in request && request.cookie === null ? patch : [],
      },
    }),
    pullInterval: null,
  });
}

/**
 * `next` resolves when Replicache has written its memory to IndexedDB. Replicache announces each write to
 * other tabs.
 */
function watchPersistence(): { next: () => Promise<void>; close: () => void } {
  const channel = new BroadcastChannel(`replicache-on-persist:${NAME}`);
  return {
    next: async () =>
      new Promise((resolve) => channel.addEventListener('message', () => resolve(), { once: true })),
    close: () => channel.close(),
  };
}

function asPatch(rows: readonly { table: string; key: string; row: unknown }[]): Patch {
  return rows.map(({ table, key, row }) => ({
    op: 'put',
    key: `${table}/${key}`,
    value: row as ReadonlyJSONValue,
  }));
}

async function untilStored(rep: ReturnType<typeof openReplicache>, rows: number): Promise<void> {
  await new Promise<void>((resolve) => {
    rep.subscribe(
      async (tx) => (await tx.scan().keys().toArray()).length,
      (held) => {
        if (held >= rows) resolve();
      },
    );
  });
}

/** The number of edits whose commits are timed. Each commit takes up to a second. */
const TIMED_COMMITS = 5;

const replicache: Contender = {
  async pullFirst(rows) {
    const patch = asPatch(makeDealRows(rows).rows);
    const persisted = watchPersistence();
    const began = performance.now();
    const written = persisted.next().then(() => since(began));
    const rep = openReplicache(patch);
    await untilStored(rep, rows);
    const applied = since(began);
    const durable = await written;
    persisted.close();
    return { applied, durable };
  },

  async edit(count) {
    const patch = asPatch(makeHeaderRows().map((row) => ({ table: 'elements', key: row.uuid, row })));
    const persisted = watchPersistence();
    const rep = openReplicache(patch);
    const delivery = new Delivery();
    await untilStored(rep, 100);
    rep.subscribe(
      async (tx) => (await tx.scan({ prefix: 'elements/' }).values().toArray()) as Header[],
      (headers) => delivery.take(headers),
    );
    const times = await timeEdits(count, delivery, async (edit) => rep.mutate.rename(edit));
    // Replicache resolves a mutation once it is in memory. Only a persisted mutation counts as committed.
    times.committed = [];
    await rest(2000);
    for (let index = 0; index < TIMED_COMMITS; index += 1) {
      const written = persisted.next();
      const began = performance.now();
      await rep.mutate.rename(editOf(1000 + index));
      await written;
      times.committed.push(since(began));
    }
    persisted.close();
    return times;
  },

  async fill(rows) {
    const persisted = watchPersistence();
    const written = persisted.next();
    const rep = openReplicache(asPatch(makeDealRows(rows).rows));
    await untilStored(rep, rows);
    await written;
    await rep.close();
  },

  async openCold() {
    const began = performance.now();
    const rep = openReplicache([]);
    const rows = await rep.query(async (tx) => tx.scan().values().toArray());
    return { ms: since(began), rows: rows.length };
  },
};

globalThis.contender = replicache;
