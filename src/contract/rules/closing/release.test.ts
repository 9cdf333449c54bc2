import { describe, expect, it } from 'vitest';
import type { AssignmentStatus } from '../signing/assignments/assignment-status.ts';
import {
  coveredBy,
  missingSignatures,
  releaseReadiness,
  type ReleaseFacts,
  type Signature,
} from './release.ts';

const deal = { organization: 'lead', confirmationsNeeded: 2, present: new Set(['lead', 'outside']) };

const signature = (uuid: string, status: AssignmentStatus, more: Partial<Signature> = {}): Signature => ({
  uuid,
  item: 'spa',
  page: `page of ${uuid}`,
  signatory: 'jane',
  authRep: null,
  status,
  collectedBy: null,
  ...more,
});

const release = (more: Partial<ReleaseFacts> = {}): ReleaseFacts => ({
  items: ['spa'],
  assignments: [],
  conditions: [],
  confirmations: [],
  signatures: [],
  ...more,
});

const by = (user: string, organization = 'lead') => ({ user, organization });

describe('what a release covers', () => {
  it('leaves out what is void or already released', () => {
    const all = [
      signature('a', 'executed'),
      signature('b', 'rejected'),
      signature('c', 'released'),
      signature('d', 'sent'),
      signature('e', 'executed', { item: 'nda' }),
    ];
    expect(coveredBy(release(), all).map(({ uuid }) => uuid)).toEqual(['a', 'd']);
  });

  it('includes the signature that replaced a rejected one, but not one in another capacity', () => {
    const same = { page: 'page' };
    const all = [
      signature('first', 'rejected', same),
      signature('again', 'executed', same),
      signature('other', 'executed', { ...same, authRep: 'president' }),
    ];
    const named = { items: [], assignments: ['first'] };
    expect(coveredBy(named, all).map(({ uuid }) => uuid)).toEqual(['again']);
  });
});

it('a page that nobody signs is missing, and so is a rejected signature that wasn’t requested again', () => {
  const pages = ['held', 'nobody', 'rejected', 'again', 'unassigned'].map((uuid) => ({ uuid, item: 'spa' }));
  const all = [
    signature('a', 'executed', { page: 'held' }),
    signature('b', 'rejected', { page: 'held', signatory: 'paul' }),
    signature('c', 'rejected', { page: 'rejected' }),
    signature('d', 'rejected', { page: 'again' }),
    signature('e', 'sent', { page: 'again' }),
    signature('f', 'cancelled', { page: 'unassigned' }),
  ];
  expect(missingSignatures(pages, all).map(({ page, signatory }) => [page, signatory])).toEqual([
    ['held', 'paul'],
    ['nobody', null],
    ['rejected', 'jane'],
    ['unassigned', null],
  ]);
});

it('a release waits for a signature that it names and that was rejected, until another one replaces it', () => {
  const same = { page: 'page' };
  const named = release({ assignments: ['first', 'other'] });
  const rejected = [signature('first', 'rejected', same), signature('other', 'executed')];
  expect(releaseReadiness(named, rejected, deal)).toMatchObject({
    outstanding: [{ uuid: 'first' }],
    mayBeConfirmed: false,
  });
  const replaced = [...rejected, signature('again', 'executed', same)];
  expect(releaseReadiness(named, replaced, deal)).toMatchObject({ outstanding: [], mayBeConfirmed: true });
});

describe('the readiness of a release', () => {
  it('is reached with everything held, every condition met, and two different people', () => {
    const all = [signature('a', 'executed')];
    const facts = { signatures: ['a'], confirmations: [by('ann'), by('bo')] };
    expect(releaseReadiness(release(facts), all, deal).mayBeReleased).toBe(true);
    const twice = { ...facts, confirmations: [by('ann'), by('ann')] };
    expect(releaseReadiness(release(twice), all, deal).confirmationsMissing).toBe(1);
    const open = releaseReadiness(release({ ...facts, conditions: [{ met: false }] }), all, deal);
    expect(open).toMatchObject({ conditionsOpen: 1, mayBeConfirmed: false, mayBeReleased: false });
  });

  it('is lost when it covers something other than what was confirmed', () => {
    const facts = { signatures: ['a'], confirmations: [by('ann'), by('bo')] };
    const more = [signature('a', 'executed'), signature('b', 'executed')];
    expect(releaseReadiness(release(facts), more, deal)).toMatchObject({
      confirmedBy: [],
      confirmationsMissing: 2,
      mayBeReleased: false,
    });
  });

  it('needs somebody from each organization that collected its pages', () => {
    const all = [signature('a', 'executed', { collectedBy: 'outside' })];
    const facts = { signatures: ['a'], confirmations: [by('ann'), by('bo')] };
    const missing = releaseReadiness(release(facts), all, deal);
    expect(missing).toMatchObject({ organizationsMissing: ['outside'], mayBeReleased: false });
    const joint = { ...facts, confirmations: [by('ann'), by('otto', 'outside')] };
    expect(releaseReadiness(release(joint), all, deal).mayBeReleased).toBe(true);
  });

  it('doesn’t wait for an organization that has left the deal', () => {
    const all = [signature('a', 'executed', { collectedBy: 'outside' })];
    const facts = { signatures: ['a'], confirmations: [by('ann'), by('bo')] };
    const alone = { ...deal, present: new Set<string>() };
    expect(releaseReadiness(release(facts), all, alone)).toMatchObject({
      organizationsMissing: [],
      organizationsGone: ['outside'],
      mayBeReleased: true,
    });
  });

  it('is never reached by a release that covers nothing', () => {
    expect(releaseReadiness(release(), [], deal).mayBeConfirmed).toBe(false);
  });
});
