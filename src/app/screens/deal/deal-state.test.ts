import { describe, expect, it } from 'vitest';
import { dealState } from './deal-state.ts';

const deal = {};

describe('the page of a deal', () => {
  it('shows a deal that is on the device, with a network or without', () => {
    expect(dealState({ deal, onDevice: true, listed: true, reachable: false })).toBe('shown');
  });

  it('says offline that it is not on the device, never that it does not exist', () => {
    expect(dealState({ deal: null, onDevice: false, listed: true, reachable: false })).toBe('not_on_device');
    expect(dealState({ deal, onDevice: false, listed: true, reachable: false })).toBe('not_on_device');
  });

  it('waits for what may yet come', () => {
    expect(dealState({ deal: undefined, onDevice: undefined, listed: true, reachable: true })).toBe(
      'loading',
    );
    expect(dealState({ deal, onDevice: false, listed: true, reachable: true })).toBe('loading');
    expect(dealState({ deal: null, onDevice: false, listed: false, reachable: true })).toBe('loading');
  });

  it('cannot find what the complete list does not hold', () => {
    expect(dealState({ deal: null, onDevice: false, listed: true, reachable: true })).toBe('not_found');
  });
});
