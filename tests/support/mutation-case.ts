import type { CommandDefinition } from '../../src/db/outbox/command.ts';

/** A command as the outbox stores it, and the call that it sends. */
export interface Case {
  name: string;
  lane: string;
  args: unknown;
  /** Method and path. */
  call: string;
  input: unknown;
  failure: string | null;
}

/** Returns a case for a command. The types check its arguments; the test itself needs only what the outbox stores. */
export function command<Args>(
  definition: CommandDefinition<Args>,
  args: Args,
  call: string,
  input: unknown,
  failure: string | null,
): Case {
  return { name: definition.name, lane: definition.lane(args), args, call, input, failure };
}
