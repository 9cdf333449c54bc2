import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { passwordFault } from '../../src/contract/rules/account/password.ts';

/** On the estimator's scale of 0 to 4; anything lower takes fewer than a million guesses. */
const SCORE_MIN = 2;

/** Characters after this hardly change the estimate, and the time of estimating grows with the square of the length. */
const LOOKED_AT = 64;

/** The person who will have this password. */
export type Person = { email: string; first_name: string; last_name: string; organization_name: string };

let made: ZxcvbnFactory | undefined;

/** Loads the estimator's lists, which takes about 50 ms, when somebody first sets a password. */
function estimator(): ZxcvbnFactory {
  made ??= new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return made;
}

/** Returns why this can't be the person's new password, as a sentence; null = it can. */
export function newPasswordFault(password: string, person: Person): string | null {
  const fault = passwordFault(password);
  if (fault !== null) return fault;
  const { score } = estimator().check(password.slice(0, LOOKED_AT), wordsOf(person));
  if (score >= SCORE_MIN) return null;
  return 'This password is one of the first that attackers try. Choose another one, such as four unrelated words.';
}

/** What someone who knows the person would try first. */
function wordsOf({ email, first_name, last_name, organization_name }: Person): string[] {
  const words = [email, ...email.split(/[@.]/), first_name, last_name];
  return [...words, ...organization_name.split(/[^\p{L}\p{N}]+/u), 'counterpart'].filter(
    (word) => word.length > 2,
  );
}
