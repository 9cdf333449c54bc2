import { expect, test } from 'vitest';
import { clockWarning, passphraseProblem } from './session-copy.ts';

const HOUR = 3_600_000;

test.for([
  [24 * HOUR, 'This device’s clock is about 1 day ahead.'],
  [-23.9 * HOUR, 'This device’s clock is about 1 day behind.'],
  [49 * HOUR, 'This device’s clock is about 2 days ahead.'],
  [-HOUR, 'This device’s clock or time zone is about 1 hour behind.'],
  [7.9 * HOUR, 'This device’s clock or time zone is about 8 hours ahead.'],
] as const)('the warning about a clock that is %d ms ahead begins with “%s”', ([aheadMs, beginning]) => {
  expect(clockWarning(aheadMs)).toBe(
    `${beginning} Due dates and today’s date may be wrong until you correct it.`,
  );
});

test('too many incorrect passphrases lead to a wait in seconds or minutes', () => {
  expect(passphraseProblem({ outcome: 'wait', ms: 500 })).toMatch(/in 1 second\.$/);
  expect(passphraseProblem({ outcome: 'wait', ms: 59_001 })).toMatch(/in 1 minute\.$/);
  expect(passphraseProblem({ outcome: 'right' })).toBeNull();
});
