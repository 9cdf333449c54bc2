import { expect, it } from 'vitest';
import { nextFlight, type Flight } from './use-flight.ts';

const SHOWN = 700;

/** Whether the list flies at each of these offsets; the last one twice, at rest. */
function flights(...offsets: (number | null)[]): boolean[] {
  let flight: Flight = { offset: 0, flying: false };
  const seen = offsets.map((offset) => {
    flight = nextFlight(flight, { offset, isScrolling: true, shown: SHOWN });
    return flight.flying;
  });
  const rest = nextFlight(flight, { offset: flight.offset, isScrolling: false, shown: SHOWN });
  return [...seen, rest.flying];
}

it('a list that is read does not fly: rows of the screen before are still on it', () => {
  expect(flights(300, 900, 1600, 900)).toEqual([false, false, false, false, false]);
});

it('a list flies from the first leap of more than a screen on, until it rests', () => {
  expect(flights(300, 3300, 3400, 6400)).toEqual([false, true, true, true, false]);
  expect(flights(900)).toEqual([true, false]);
});

it('the first place that is known is no leap', () => {
  const unknown: Flight = { offset: null, flying: false };
  expect(nextFlight(unknown, { offset: 9000, isScrolling: true, shown: SHOWN }).flying).toBe(false);
});

it('where nothing changes nothing is to be painted', () => {
  const flight: Flight = { offset: 300, flying: false };
  expect(nextFlight(flight, { offset: 300, isScrolling: true, shown: SHOWN })).toBe(flight);
});
