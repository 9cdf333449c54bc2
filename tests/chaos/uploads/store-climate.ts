import type { StrangersAnswer } from '../../support/chaos-proxy.ts';
import { uploading, type Climate } from '../fault-plan.ts';
import type { Random } from '../random.ts';

/** Between the browser and the file store: long requests, and answers of its own that say no. */
export const toTheStore: Climate = {
  ...uploading,
  cutWithin: 2_000_000,
  pieceBytes: 50_000,
  // A browser hides the answer of whoever does not allow the page to read it: that is a broken connection to the app.
  stranger: refusal,
  overloaded: (random) => says(random.chance(0.5) ? 503 : 500),
};

/** Often that the permission to upload has run out. */
function refusal(random: Random): StrangersAnswer {
  return random.weighted<StrangersAnswer>([
    { choice: says(403), weight: 4 },
    { choice: says(503), weight: 2 },
    { choice: says(429), weight: 1 },
    { choice: { status: 200, headers: {}, body: 'Welcome to the airport' }, weight: 1 },
  ]);
}

function says(status: number): StrangersAnswer {
  return {
    status,
    headers: { 'content-type': 'application/xml', 'access-control-allow-origin': '*' },
    body: '<Error><Code>SlowDown</Code></Error>',
  };
}
