import type { CommandDefinition } from '../../src/db/outbox/command.ts';

/** A command as the outbox keeps it, and what it sends. */
export interface Case {
  name: string;
  lane: string;
  args: unknown;
  /** Method and path. */
  call: string;
  input: unknown;
  failure: string | null;
}

/** Returns a command with arguments; the type ties them together, the rest of the test needs only what the outbox keeps. */
export function command<Args>(
  definition: CommandDefinition<Args>,
  args: Args,
  call: string,
  input: unknown,
  failure: string | null,
): Case {
  return { name: definition.name, lane: definition.lane(args), args, call, input, failure };
}
