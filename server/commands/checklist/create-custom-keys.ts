import { v7 } from 'uuid';
import type * as z from 'zod';
import type { CustomKey, newCustomKeysSchema } from '../../../src/contract/entities/custom-key.ts';
import { presentCustomKey } from '../../present/present-custom-key.ts';
import { invalid } from '../../refusal.ts';
import { listCustomKeys } from '../../store/deals/custom-keys.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import type { CustomKeyRow } from '../../store/tables.ts';
import { assertOwnRow } from '../own-row.ts';

/** Adds fields behind those that the deal has; all or nothing. @throws {Refusal} `invalid` where a name is taken */
export async function createCustomKeys(
  scope: DealWrite,
  input: z.output<typeof newCustomKeysSchema>,
): Promise<CustomKey[]> {
  const { tx, deal } = scope;
  const rows = await listCustomKeys(tx, deal.uuid);
  const answer: CustomKey[] = [];
  for (const { uuid = v7(), key } of input.custom_keys) {
    const existing = await tx
      .selectFrom('custom_keys')
      .selectAll()
      .where('uuid', '=', uuid)
      .executeTakeFirst();
    if (existing) {
      assertOwnRow(scope, existing);
      answer.push(presentCustomKey(existing));
      continue;
    }
    assertKeyIsFree(rows, key);
    const row = await tx
      .insertInto('custom_keys')
      .values({ uuid, transaction: deal.uuid, key, order: rows.length, ...scope.birth })
      .returningAll()
      .executeTakeFirstOrThrow();
    scope.put('custom_keys', uuid, { name: key });
    rows.push(row);
    answer.push(presentCustomKey(row));
  }
  return answer;
}

/** @throws {Refusal} `invalid` where another of these bears the name, in whatever case */
export function assertKeyIsFree(others: readonly Pick<CustomKeyRow, 'key'>[], key: string): void {
  const taken = others.find((other) => other.key.toLowerCase() === key.toLowerCase());
  if (taken) throw invalid(`This transaction already has a field “${taken.key}”.`, 'key');
}
