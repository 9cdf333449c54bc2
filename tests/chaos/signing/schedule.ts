import type { Random } from '../random.ts';

/**
 * Something that a signatory does or that happens to them. `tab` is the index of an open tab. Times are in
 * milliseconds.
 */
export type SignerStep =
  /** The next step on the screen; `twice` = with a double click. */
  | { kind: 'go on'; tab: number; twice: boolean }
  | { kind: 'choose another signature'; tab: number }
  | { kind: 'decline'; tab: number }
  | { kind: 'reload'; tab: number }
  | { kind: 'crash the tab'; tab: number }
  | { kind: 'open another tab' }
  | { kind: 'kill the browser' }
  | { kind: 'lose the network'; forMs: number }
  | { kind: 'open the newest link'; tab: number };

/**
 * Something that the team does in the meantime. `nth` chooses among the available objects, `by` chooses the
 * member.
 */
export type TeamStep =
  | { kind: 'cancel'; nth: number; by: number }
  | { kind: 'send what is not sent'; by: number }
  | { kind: 'remind'; nth: number; by: number }
  | { kind: 'accept'; by: number }
  | { kind: 'reject'; nth: number; by: number }
  | { kind: 'release'; nth: number; by: number; whole: boolean }
  /** Replaces a document with a new version; `carryOver` = existing signatures also count for it. */
  | { kind: 'replace'; nth: number; carryOver: boolean }
  | { kind: 'kill the server' };

export interface Timed<Step> {
  step: Step;
  thenMs: number;
}

export interface Schedule {
  signers: readonly (readonly Timed<SignerStep>[])[];
  team: readonly Timed<TeamStep>[];
  requiresAcceptance: boolean;
  confirmations: 1 | 2;
}

const signerKinds: readonly { choice: SignerStep['kind']; weight: number }[] = [
  { choice: 'go on', weight: 14 },
  { choice: 'choose another signature', weight: 1 },
  { choice: 'decline', weight: 0.4 },
  { choice: 'reload', weight: 2 },
  { choice: 'crash the tab', weight: 1 },
  { choice: 'open another tab', weight: 1.5 },
  { choice: 'kill the browser', weight: 0.7 },
  { choice: 'lose the network', weight: 2 },
  { choice: 'open the newest link', weight: 1 },
];

const teamKinds: readonly { choice: TeamStep['kind']; weight: number }[] = [
  { choice: 'cancel', weight: 1.5 },
  { choice: 'send what is not sent', weight: 2 },
  { choice: 'remind', weight: 1 },
  { choice: 'accept', weight: 3 },
  { choice: 'reject', weight: 2 },
  { choice: 'release', weight: 3 },
  { choice: 'replace', weight: 2 },
  { choice: 'kill the server', weight: 0.8 },
];

/** Plans a run from its seed alone. A brief run has half as many steps. */
export function planSchedule(
  random: Random,
  { signers, brief }: { signers: number; brief: boolean },
): Schedule {
  const length = brief ? 12 : 24;
  return {
    signers: Array.from({ length: signers }, (_, each) => {
      const own = random.fork(`signer/${each}`);
      return Array.from({ length }, (__, at) => {
        const drawn = own.fork(at);
        return { step: planSignerStep(drawn), thenMs: drawn.chance(0.4) ? 0 : drawn.below(400) };
      });
    }),
    team: Array.from({ length: length / 3 }, (_, at) => {
      const drawn = random.fork(`team/${at}`);
      return { step: planTeamStep(drawn), thenMs: 100 + drawn.below(1000) };
    }),
    requiresAcceptance: random.fork('acceptance').chance(0.7),
    confirmations: random.fork('confirmations').chance(0.5) ? 1 : 2,
  };
}

function planSignerStep(random: Random): SignerStep {
  const kind = random.weighted(signerKinds);
  const tab = random.below(3);
  switch (kind) {
    case 'go on':
      return { kind, tab, twice: random.chance(0.35) };
    case 'lose the network':
      return { kind, forMs: 200 + random.below(1500) };
    case 'open another tab':
    case 'kill the browser':
      return { kind };
    default:
      return { kind, tab };
  }
}

function planTeamStep(random: Random): TeamStep {
  const kind = random.weighted(teamKinds);
  const [nth, by] = [random.below(6), random.below(2)];
  switch (kind) {
    case 'kill the server':
      return { kind };
    case 'accept':
    case 'send what is not sent':
      return { kind, by };
    case 'release':
      return { kind, nth, by, whole: random.chance(0.5) };
    case 'replace':
      return { kind, nth, carryOver: random.chance(0.5) };
    default:
      return { kind, nth, by };
  }
}
