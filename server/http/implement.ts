import { implement } from '@orpc/server';
import { contract } from '../../src/contract/contract.ts';
import type { RequestContext } from './request-context.ts';
import { requireSession } from './require-session.ts';
/** Implements an endpoint of the contract for requests that may need a session. */
export const os = implement(contract).$context<RequestContext>().use(requireSession);

/**
 * For lists, whose rows are not validated again in the response: for thousands of rows that takes longer than
 * everything else. A test validates them instead (tests/server/lists.test.ts).
 */
export const lists = implement(contract)
  .$context<RequestContext>()
  .$config({ initialOutputValidationIndex: Number.NaN })
  .use(requireSession);
