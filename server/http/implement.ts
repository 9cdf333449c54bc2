import {
  implement,
  type BuilderConfig,
  type ContractProcedure,
  type ErrorMap,
  type InferSchemaInput,
  type InferSchemaOutput,
  type Schema,
} from '@orpc/server';
import { contract } from '../../src/contract/contract.ts';
import type { EndpointMeta } from '../../src/contract/policy.ts';
import type { Call } from './call.ts';
import type { RequestContext } from './request-context.ts';
import { requireSession } from './require-session.ts';

/** Implements an endpoint of the contract for requests that may need a session. */
export const os = implement(contract).$context<RequestContext>().use(requireSession);

/**
 * Implements lists, whose rows are not validated again in the response, because for thousands of rows that takes longer than
 * everything else. A test validates them instead (tests/server/transactions/deal-list.test.ts).
 */
export const ANY_OUTPUT: BuilderConfig = { initialOutputValidationIndex: Number.NaN };

/** Like `os`, for lists. */
export const lists = implement(contract).$context<RequestContext>().$config(ANY_OUTPUT).use(requireSession);

/** Like `os`, for an endpoint of any collection. */
export function bind<Input extends Schema<unknown, unknown>, Output extends Schema<unknown, unknown>>(
  endpoint: ContractProcedure<Input, Output, ErrorMap, EndpointMeta>,
  handler: (call: Call<InferSchemaOutput<Input>>) => Promise<InferSchemaInput<Output>>,
  config: BuilderConfig = {},
) {
  return implement({ endpoint }, config)
    .$context<RequestContext>()
    .use(requireSession)
    .endpoint.handler(handler);
}
