import { describe, expect, test } from 'vitest';
import type { Mutation } from './world/compile.ts';
import { compileProgram } from './world/realm.ts';
import { runSchedule, scheduleOf } from './world/schedule.ts';
import { SETTLED, type Step } from './world/steps.ts';

/** A rule that is removed from the engine, and the violation that the simulation should report. */
interface Bite {
  without: string;
  mutations: Mutation[];
  says: RegExp;
  /** The steps, if random steps would take too long to show the violation. */
  steps?: Step[];
  /** A seed that has shown the violation, to start with if finding one takes a while. */
  firstSeed?: number;
}

/** The most schedules that a broken engine may pass before a violation is found. */
const WITHIN = 60;

const at = { a: 0, b: 0, c: 1, turns: SETTLED };

/**
 * The leader freezes while a rejection is on its way to it. The next leader sends the edit again, and the
 * server applies it.
 */
const lostLead: Step[] = [
  { ...at, kind: 'tab opens' },
  { ...at, kind: 'fault', fault: 'misjudged late' },
  { ...at, kind: 'create' },
  ...Array.from({ length: 3 }, () => ({
    ...at,
    kind: 'fault' as const,
    fault: 'request delayed' as const,
    c: 3,
  })),
  { ...at, kind: 'leader sleeps', b: 1 },
  { ...at, kind: 'release' },
  { ...at, kind: 'tab thaws' },
];

/**
 * A pull of the deal is in progress while an edit is made and acknowledged. Its response arrives afterwards.
 */
const overtakenPull: Step[] = [
  { ...at, kind: 'fault', fault: 'answer delayed', c: 3 },
  { ...at, kind: 'minutes pass', b: 80 },
  { ...at, kind: 'create' },
  { ...at, kind: 'release' },
];

/** A header is renamed while its previous name is being sent. */
const renamedTwice: Step[] = [
  { ...at, kind: 'fault', fault: 'request delayed' },
  { ...at, kind: 'rename' },
  { ...at, kind: 'rename', a: 12 },
  { ...at, kind: 'release' },
];

/** A second version is filed. Making it current is refused, and no list has arrived yet. */
const filedOnly: Step[] = [
  { ...at, kind: 'fault', fault: 'answer delayed', c: 3 },
  { ...at, kind: 'fault', fault: 'sent twice' },
  { ...at, kind: 'fault', fault: 'refused' },
  { ...at, kind: 'file version' },
];

/** A file's signing type is changed, and the edit is being sent. */
const changedSigningType: Step[] = [
  { ...at, kind: 'fault', fault: 'request delayed' },
  { ...at, kind: 'edit document', c: 3 },
];

/**
 * A user deletes a deal, and learns only from the deal list that it is gone, because the response is late.
 */
const deletedUnnoticed: Step[] = [
  { ...at, kind: 'fault', fault: 'answer delayed' },
  { ...at, kind: 'delete deal' },
  { ...at, kind: 'minutes pass', b: 30 },
  { ...at, kind: 'minutes pass', b: 30 },
];

/** A tab signs out while the leading tab waits for three lists, which arrive afterwards. */
const signedOutMeanwhile: Step[] = [
  { ...at, kind: 'tab opens' },
  ...Array.from({ length: 3 }, () => ({
    ...at,
    kind: 'fault' as const,
    fault: 'answer delayed' as const,
    c: 0,
  })),
  { ...at, kind: 'notification comes' },
  { ...at, kind: 'minutes pass' },
  { ...at, kind: 'sign out', b: 1, c: 3 },
  ...Array.from({ length: 3 }, () => ({ ...at, kind: 'release' as const })),
];

/** A user with an edit that cannot be sent signs out. */
const signedOutUnsent: Step[] = [
  { ...at, kind: 'offline' },
  { ...at, kind: 'create' },
  { ...at, kind: 'sign out', c: 3 },
];

/** A tab freezes in the middle of a sign-out, and the user signs in again from another tab. */
const signedInElsewhere: Step[] = [
  { ...at, kind: 'tab opens' },
  { ...at, kind: 'sign out', c: 3, turns: 4 },
  { ...at, kind: 'leader sleeps' },
  { ...at, kind: 'sign in' },
  { ...at, kind: 'tab thaws' },
];

/** The server is backed up, an edit is acknowledged and pulled, and then the backup is restored. */
const restored: Step[] = [
  { ...at, kind: 'backup' },
  { ...at, kind: 'create' },
  { ...at, kind: 'minutes pass', b: 30 },
  { ...at, kind: 'restore' },
  { ...at, kind: 'minutes pass', b: 30 },
];

/** A header is renamed, and the disk has no room for the edit. */
const shownThenFull: Step[] = [{ ...at, kind: 'edit is cut', c: 2 }];

const bites: Bite[] = [
  {
    without: 'LOST1: acknowledged edits that a restored server no longer knows are kept',
    mutations: [
      {
        file: 'src/sync/pull/keep-newer-work.ts',
        from: 'if (sent.length === 0) return null;',
        to: 'return null;',
      },
    ],
    says: /^lost: /,
    steps: restored,
  },
  {
    without: 'the fence: a list under way at the acknowledgement counts as one asked for afterwards (PUSH4)',
    mutations: [{ file: 'src/sync/push/lane.ts', from: ' && acked < tick', to: '' }],
    says: /^shown: /,
    steps: overtakenPull,
  },
  {
    without: 'idempotency: a new key at each send (PUSH3)',
    mutations: [
      { file: 'src/sync/push/push.ts', from: 'idempotencyKey: row.id', to: 'idempotencyKey: newUuid()' },
    ],
    says: /^effects: /,
  },
  {
    without: 'the commit before the first byte: an edit that is being sent counts as never sent (PUSH2)',
    mutations: [{ file: 'src/sync/push/freeze-requests.ts', from: "state: 'attempted', ", to: '' }],
    says: /^edits: .* counts as never sent/,
    firstSeed: 6,
  },
  {
    without: 'an answer: what got none counts as acknowledged (AUTH1)',
    mutations: [
      {
        file: 'src/sync/push/push.ts',
        from: "case 'retry':\n",
        to: "case 'retry':\n      await acknowledge(leadership, mutation, null);\n",
      },
    ],
    says: /^(edits|indicator): /,
  },
  {
    without: 'the wait for base: an acknowledged edit leaves the fold at once (PUSH4)',
    mutations: [
      {
        file: 'src/sync/push/push.ts',
        from: "modify({ ...done, state: 'acked', tick, awaiting: refreshes })",
        to: 'delete()',
      },
    ],
    says: /^(shown|fold): /,
  },
  {
    without: 'the epoch: one that leads no more commits all the same (LEAD2)',
    mutations: [{ file: 'src/sync/engine/leader.ts', from: 'row?.value !== epoch', to: 'false' }],
    says: /^(shown|edits): /,
    steps: lostLead,
  },
  {
    without: 'completeness: rows that an answer does not name are always swept (PULL1)',
    mutations: [{ file: 'src/sync/pull/apply-changes.ts', from: 'step.complete && !fresh', to: '!fresh' }],
    says: /^(shown|fold|mirror): /,
  },
  {
    without: 'the tray for dependents: they fall without a word (REJ2)',
    mutations: [
      {
        file: 'src/sync/push/lane.ts',
        from: 'falling.map((row) => asRej',
        to: 'falling.slice(0, 1).map((row) => asRej',
      },
    ],
    says: /^(edits: .* is nowhere|indicator: )/,
    firstSeed: 4,
  },
  {
    without: 'the mark of what was sent: an attempted edit takes in a later one (PUSH6)',
    mutations: [
      {
        file: 'src/db/outbox/mutate.ts',
        from: "last?.state === 'pending'",
        to: "last && last.state !== 'acked'",
      },
    ],
    says: /^edits: .* is sent without/,
    steps: renamedTwice,
  },
  {
    without: 'base: what stood before an edit is not kept (FOLD1)',
    mutations: [
      {
        file: 'src/db/outbox/fold.ts',
        from: 'if (rows.length > 0) await db.base',
        to: 'if (false) await db.base',
      },
    ],
    says: /^(fold|mirror): /,
    firstSeed: 12,
  },
  {
    without: 'the count of what is being sent: the indicator says that all is saved',
    mutations: [
      {
        file: 'src/db/queries/status/sync-status.ts',
        from: "row.state !== 'acked'",
        to: "row.state === 'pending'",
      },
    ],
    says: /^indicator: /,
  },
  {
    without:
      'what the server does with a version of an item that has one: it is said to be current at once (FOLD1)',
    mutations: [
      {
        file: 'src/db/commands/documents/file-version.ts',
        from: 'return { ...item, pendingVersionDocument: uuid }',
        to: 'return { ...item, document: uuid }',
      },
    ],
    says: /^jump: pending_version_document /,
    steps: filedOnly,
  },
  {
    without: 'the file of an edit: how a document is signed is changed on the screen alone',
    mutations: [
      {
        file: 'src/db/commands/documents/update-document.ts',
        from: 'signing_type: edits.signingType,',
        to: '',
      },
    ],
    says: /^edits: document.update .* is sent without/,
    steps: changedSigningType,
  },
  {
    without: 'the end of a deal: who has deleted it finds that in the tray (PULL5)',
    mutations: [
      { file: 'src/sync/pull/deal-list/apply-deals.ts', from: 'ENDINGS.has(row.name)', to: 'false' },
    ],
    says: /^tray: transaction\.delete /,
    steps: deletedUnnoticed,
  },
  {
    without: 'a second look: a checklist that was not notified of a commit stays as it is (FOLD7)',
    mutations: [
      { file: 'src/db/views/checklist-view.ts', from: 'this.#loaded.seq !== this.#seen', to: 'false' },
      { file: 'src/db/change-sets.ts', from: 'if (changes.length === 0) continue;', to: 'continue;' },
    ],
    says: /^view: /,
  },
  {
    without: 'the first paint: an edit shows only once it is committed (SHOW1)',
    mutations: [{ file: 'src/db/outbox/mutate.ts', from: 'showEdits(db, edits)', to: 'showEdits(db, [])' }],
    says: /^show: .* is not shown in the task/,
    steps: shownThenFull,
  },
  {
    without: 'the way back: what could not be committed stays on the screen (SHOW3)',
    mutations: [{ file: 'src/db/views/checklist-view.ts', from: '?.seq ?? -1', to: '?.seq ?? Infinity' }],
    says: /^view: /,
    steps: shownThenFull,
  },
  {
    without: 'the mark: an edit looks saved before its commit (SHOW4)',
    mutations: [{ file: 'src/db/views/checklist-view.ts', from: 'shown.seq > this.#seen)', to: 'false)' }],
    says: /^show: .* shows as saved/,
    steps: shownThenFull,
  },
  {
    without: 'the end of the lead: what was asked for before a sign-out comes back after it (AUTH11)',
    mutations: [{ file: 'src/sync/engine/wipe-mirror.ts', from: 'await endLead(db);', to: '' }],
    says: /^left: .* came back/,
    steps: signedOutMeanwhile,
  },
  {
    without: 'the look at what is unsent: a sign-out takes that along (AUTH11)',
    mutations: [
      { file: 'src/sync/engine/wipe-mirror.ts', from: 'if (await isUnsent(db)) {', to: 'if (false) {' },
    ],
    says: /^edits: .* is nowhere/,
    steps: signedOutUnsent,
  },
  {
    without: 'the wipe: a sign-out leaves all that the server has (AUTH11)',
    mutations: [
      { file: 'src/workers/sign-out.ts', from: 'await wipeIfOut(userId).catch(reportError);', to: '' },
    ],
    says: /^left: after the sign-out/,
    steps: [{ ...at, kind: 'sign out' }],
  },
  {
    without:
      'the asking for who they are: a wipe has taken what a sign-in by another tab had brought (AUTH11)',
    mutations: [
      {
        file: 'src/workers/sign-out.ts',
        from: 'if ((await signedOutAccounts()).includes(userId)) ',
        to: '',
      },
      { file: 'src/sync/engine/freshness.ts', from: ' ?? (await db.meta.get(WIPED_KEY))', to: '' },
    ],
    says: /^mirror: .* who they are/,
    steps: signedInElsewhere,
  },
];

describe('the simulation detects an engine without', () => {
  test.each(bites)('$without', { timeout: 600_000 }, async (bite) => {
    const { says, steps, firstSeed = 1 } = bite;
    const program = await compileProgram(bite.mutations);
    const found: string[] = [];
    let schedules = 0;
    for (let seed = firstSeed; schedules < WITHIN && found.length === 0; seed += 1) {
      // The seeds were chosen before schedules assigned signatures.
      const schedule = scheduleOf(seed, { signing: false });
      const { violations } = await runSchedule(steps ? { ...schedule, steps } : schedule, program);
      found.push(...violations.filter((violation) => says.test(violation)));
      schedules += 1;
    }
    expect(found, `after ${schedules} schedules`).not.toEqual([]);
  });
});
