import { setTimeout as pause } from 'node:timers/promises';

/** How often the condition is checked, milliseconds. */
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
    if (performance.now() > end) throw new Error(`For ${withinMs / 1000} s it did not come to be: ${what}.`);
    await pause(LOOK_EVERY_MS);
  }
}
