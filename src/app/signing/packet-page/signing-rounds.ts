/** The rounds in which packets are signed. No round is empty. */
export type Rounds = readonly (readonly string[])[];

/** Returns the rounds with exactly these packets. A packet without a round goes into the first. */
export function arrange(rounds: Rounds, packets: readonly string[]): Rounds {
  const known = new Set(rounds.flat());
  const [first = [], ...later] = rounds;
  const all = [[...first, ...packets.filter((each) => !known.has(each))], ...later];
  return withoutEmpty(all.map((round) => round.filter((each) => packets.includes(each))));
}

/** Moves a packet by one step: from a shared round to its own, or from its own to the neighboring round. */
export function moveByStep(rounds: Rounds, packet: string, step: -1 | 1): Rounds {
  const at = rounds.findIndex((round) => round.includes(packet));
  const round = rounds[at];
  if (!round) return rounds;
  if (round.length > 1) return moveToOwnRound(rounds, packet, step < 0 ? at : at + 1);
  return rounds[at + step] ? moveToRound(rounds, packet, at + step) : rounds;
}

/** Puts a packet into a round with others. */
export function moveToRound(rounds: Rounds, packet: string, to: number): Rounds {
  if (rounds[to]?.includes(packet)) return rounds;
  return withoutEmpty(
    without(rounds, packet).map((round, index) => (index === to ? [...round, packet] : round)),
  );
}

/** Moves a packet to its own round before the round that is now at `before`, or after the last one. */
export function moveToOwnRound(rounds: Rounds, packet: string, before: number): Rounds {
  return withoutEmpty(without(rounds, packet).toSpliced(before, 0, [packet]));
}

/** Returns whether a packet can move by a step. */
export function canMove(rounds: Rounds, packet: string, step: -1 | 1): boolean {
  return moveByStep(rounds, packet, step) !== rounds;
}

function without(rounds: Rounds, packet: string): Rounds {
  return rounds.map((round) => round.filter((each) => each !== packet));
}

function withoutEmpty(rounds: Rounds): Rounds {
  return rounds.filter((round) => round.length > 0);
}
