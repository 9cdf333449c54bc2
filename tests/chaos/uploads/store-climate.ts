import type { StrangersAnswer } from '../../support/chaos-proxy.ts';
import { uploading, type Climate } from '../fault-plan.ts';
import type { Random } from '../random.ts';

/** The network between the browser and the file store, with slow requests and the store's own refusals. */
export const toTheStore: Climate = {
  ...uploading,
  cutWithin: 2_000_000,
  pieceBytes: 50_000,
  // A browser hides responses that the page isn't allowed to read, so the app sees a network error.
  stranger: refusal,
  overloaded: (random) => says(random.chance(0.5) ? 503 : 500),
};

/** Returns a refusal. In most cases, the permission to upload has expired. */
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
