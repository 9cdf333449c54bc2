import { setTimeout as pause } from 'node:timers/promises';

/** How many milliseconds pass between two checks of the condition. */
const LOOK_EVERY_MS = 50;

/**
 * Resolves once the condition holds; `what` describes it in words. Also works outside of a test runner.
 * @throws {Error} if it does not hold within `withinMs`
 */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  withinMs = 60_000,
): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`Still not true after ${withinMs / 1000} s: ${what}.`);
    await pause(LOOK_EVERY_MS);
  }
}
