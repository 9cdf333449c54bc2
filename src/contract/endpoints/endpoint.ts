import { oc } from '@orpc/contract';
import * as z from 'zod';
import { uuidSchema } from '../entities/row.ts';
import type { EndpointMeta } from '../policy.ts';

/** The base of every declaration. An endpoint is closed until its policy opens it. */
export const endpoint = oc.$meta<EndpointMeta>({ policy: 'deal_owner' });

/** `{id}` in the path. */
export const idParam = { id: uuidSchema };

/** `?transaction=`: the deal whose rows are listed. */
export const byTransaction = z.object({ transaction: uuidSchema });

/** A boolean in a query, as the word true or false. */
export const queryBoolean = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] });

/** 204: the response is null on the client (docs/product/api.md, "Responses"). */
export const noContent = z.undefined();
