import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { passwordFault } from '../../src/contract/rules/account/password.ts';

/** On the estimator's scale of 0 to 4; anything lower takes fewer than a million guesses. */
const SCORE_MIN = 2;

/** What follows makes a guess no easier, and the time that the estimate takes grows with the square of it. */
const LOOKED_AT = 64;

/** Whose password it is to be. */
export type Person = { email: string; first_name: string; last_name: string; organization_name: string };

let made: ZxcvbnFactory | undefined;

/** Reads its lists, some 50 ms, once somebody sets a password. */
function estimator(): ZxcvbnFactory {
  made ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return made;
}

/** Why this cannot be the person's new password, in a sentence; null = it can. */
export function newPasswordFault(password: string, person: Person): string | null {
  const fault = passwordFault(password);
  if (fault !== null) return fault;
  const { score } = estimator().check(password.slice(0, LOOKED_AT), wordsOf(person));
  if (score >= SCORE_MIN) return null;
  return 'This password is among the first that are tried. Choose another one, such as four words that have nothing to do with each other.';
}

/** What somebody who knows the person tries first. */
function wordsOf({ email, first_name, last_name, organization_name }: Person): string[] {
  const words = [email, ...email.split(/[@.]/), first_name, last_name];
  return [...words, ...organization_name.split(/[^\p{L}\p{N}]+/u), 'counterpart'].filter(
    (word) => word.length > 2,
  );
}
