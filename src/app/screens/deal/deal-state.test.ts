import { describe, expect, it } from 'vitest';
import type { DealPage } from '../../../db/queries/transactions/deals.ts';
import type { TransactionRow } from '../../../db/rows.ts';
import { newTransactionRow } from '../../../../tests/support/rows.ts';
import { dealState } from './deal-state.ts';

const deal: TransactionRow = newTransactionRow('Project Birch');
const page = (facts: Partial<DealPage>): DealPage => ({ deal, onDevice: false, listed: true, ...facts });

describe('the page of a deal', () => {
  it('shows what is on the device, with or without a network', () => {
    expect(dealState(page({ onDevice: true }), false)).toBe('shown');
  });

  it('says that it is not on this device while nothing can be fetched', () => {
    expect(dealState(page({ deal: null }), false)).toBe('not_on_device');
    expect(dealState(page({}), false)).toBe('not_on_device');
  });

  it('waits while the mirror is being read or the checklist is on its way', () => {
    expect(dealState(undefined, true)).toBe('loading');
    expect(dealState(page({}), true)).toBe('loading');
    expect(dealState(page({ deal: null, listed: false }), true)).toBe('loading');
  });

  it('says that it cannot be found once the deal list has arrived without it', () => {
    expect(dealState(page({ deal: null }), true)).toBe('not_found');
  });
});
