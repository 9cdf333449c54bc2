// `npm run bench logins`: measures how quickly people sign in while an attacker guesses 2,000 passwords as
// fast as the server responds. Prints a table. Exits with 1 if a person waited for more than a second, or if
// the server checked more guesses than allowed.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { loadavg } from 'node:os';
import * as z from 'zod';
import { RealServer, type Person } from '../chaos/real-server.ts';
import { PASSWORD } from '../server/support/test-server.ts';
import type { Order } from './logins/guess.ts';
import { signIn, type Try } from './logins/sign-in.ts';
import { quantile } from './sync/statistics.ts';

const GUESSES = 2000;
/** How many guesses are made in parallel. */
const AT_ONCE = 64;
const PEOPLE = 20;
/** The minimum number of sign-ins per row. */
const SIGN_INS = 40;
const GOAL_MS = 1000;

type Guess = Order['guesses'][number];
/** `most`: how many of its guesses the server may check. It must ask for a wait after all others. */
type Attack = { name: string; most: number; guess: (number: number, target: Person) => Guess };

const ATTACKS: readonly Attack[] = [
  {
    name: 'one account, one address',
    most: 20,
    guess: (_number, { email }) => ({ loginId: email, from: '198.51.100.1' }),
  },
  {
    name: 'one account, 2,000 addresses',
    most: 30,
    guess: (number, { email }) => ({ loginId: email, from: `10.1.${number >> 8}.${number & 255}` }),
  },
  {
    name: '2,000 accounts, one address',
    most: 210,
    guess: (number) => ({ loginId: `nobody-${number}@firm.test`, from: '198.51.100.2' }),
  },
];

/** Signs people in repeatedly until `isOver`, two at a time, each from a different address. */
async function signInMeanwhile(
  url: string,
  people: readonly Person[],
  isOver: () => boolean,
): Promise<Try[]> {
  const tries: Try[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (!isOver() || tries.length < SIGN_INS) {
      const index = next % people.length;
      next += 1;
      const person = people[index];
      if (person) tries.push(await signIn(url, person.email, PASSWORD, `192.0.2.${index + 1}`));
    }
  };
  await Promise.all([lane(), lane()]);
  return tries;
}

/** Returns how many responses had each status. */
async function runAttack(url: string, attack: Attack, target: Person): Promise<Map<number, number>> {
  const order: Order = {
    url,
    atOnce: AT_ONCE,
    guesses: Array.from({ length: GUESSES }, (_, number) => attack.guess(number, target)),
  };
  const guesser = fork(resolve(import.meta.dirname, 'logins/guess.ts'));
  guesser.send(order);
  const [answer] = await once(guesser, 'message');
  const counts = new Map<number, number>();
  for (const status of z.array(z.number()).parse(answer)) counts.set(status, (counts.get(status) ?? 0) + 1);
  return counts;
}

function rowOf(name: string, others: readonly Try[], rest: readonly string[]): string {
  const times = others.map(({ ms }) => ms);
  const figures = [quantile(times, 0.5), quantile(times, 0.95), Math.max(...times)];
  const cells = [name, `${others.length}`, ...figures.map((ms) => ms.toFixed(0)), ...rest];
  return `| ${cells.join(' | ')} |`;
}

const server = await RealServer.start({ publish: async () => ({ TRUST_PROXY: '1' }) });
let holds = true;
try {
  const { url } = server;
  const [victims, people] = [await server.addMembers(ATTACKS.length), await server.addMembers(PEOPLE)];
  console.log(
    `Times of people who sign in during the attack, in milliseconds; ${GUESSES} guesses, ${AT_ONCE} at once. Load of the machine ` +
      `before: ${(loadavg()[0] ?? Number.NaN).toFixed(1)}.\n\n` +
      '| attack | sign-ins | median | p95 | max | guesses let through | refused | seconds | the owner, from their address |\n' +
      '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
  );
  const calm = await signInMeanwhile(url, people, () => true);
  console.log(rowOf('none', calm, ['', '', '', '']));
  for (const [index, attack] of ATTACKS.entries()) {
    const target = victims[index];
    if (!target) throw new Error('There are fewer people than attacks.');
    const home = `203.0.113.${index + 1}`;
    await signIn(url, target.email, PASSWORD, home);
    let over = false;
    const began = performance.now();
    const meanwhile = signInMeanwhile(url, people, () => over);
    const counts = await runAttack(url, attack, target);
    const seconds = (performance.now() - began) / 1000;
    const owner = await signIn(url, target.email, PASSWORD, home);
    over = true;
    const others = await meanwhile;
    const [through, refused] = [counts.get(401) ?? 0, counts.get(429) ?? 0];
    const ownerCell = `${owner.status} in ${owner.ms.toFixed(0)}`;
    console.log(rowOf(attack.name, others, [`${through}`, `${refused}`, seconds.toFixed(1), ownerCell]));
    holds &&= [...others, owner].every(({ status, ms }) => status === 200 && ms <= GOAL_MS);
    holds &&= through + refused === GUESSES && through <= attack.most;
  }
} finally {
  await server.stop();
}
console.log(
  holds
    ? '\nEveryone signed in within a second, and the guesses were slowed down.'
    : '\nThe goals were not met.',
);
process.exit(holds ? 0 : 1);
