import { expect, test } from 'vitest';
import {
  decidesAboutPackets,
  decidesAboutPage,
  matchesPage,
  seesHeldPage,
  successorOf,
  type CollectedPage,
  type OwnedPacket,
} from './page-owners.ts';

const page = (facts: Partial<CollectedPage> = {}): CollectedPage => ({
  outcome: null,
  assignments: ['spa'],
  candidates: [],
  collectedFor: 'counsel',
  ...facts,
});
const packet = (owner: string | null, status = 'sent'): OwnedPacket => ({
  status,
  assignments: ['spa'],
  owner,
});

test('the organization that uploaded a held page sees it, and so does the one whose packet it is from', () => {
  expect(seesHeldPage(page(), [packet('counsel')], 'counsel')).toBe(true);
  expect(seesHeldPage(page(), [packet('lead')], 'lead')).toBe(true);
  expect(seesHeldPage(page(), [packet('counsel')], 'lead')).toBe(false);
  expect(seesHeldPage(page(), [], 'lead')).toBe(false);
});

test('an unmatched page can be matched by organizations that see it, and by the one that leads the deal', () => {
  const unmatched = page({ outcome: 'no_code', assignments: [] });
  expect(matchesPage(unmatched, [], { organization: 'counsel', leads: false })).toBe(true);
  expect(matchesPage(unmatched, [], { organization: 'lead', leads: true })).toBe(true);
  expect(matchesPage(unmatched, [], { organization: 'other', leads: false })).toBe(false);
});

test('a page that waits for the organization of its packet is visible to that organization', () => {
  const waiting = page({ outcome: 'other_packet', assignments: [], candidates: ['spa'] });
  expect(seesHeldPage(waiting, [packet('lead')], 'lead')).toBe(true);
  expect(seesHeldPage(waiting, [packet('other')], 'lead')).toBe(false);
});

test('a packet that is out, and not a finished one, decides who collects a signature', () => {
  const packets = [packet('lead', 'completed'), packet('counsel')];
  expect(seesHeldPage(page({ collectedFor: 'other' }), packets, 'counsel')).toBe(true);
  expect(seesHeldPage(page({ collectedFor: 'other' }), packets, 'lead')).toBe(false);
});

test('the leading organization decides about the pages that it can see, and no others', () => {
  const lead = { organization: 'lead', leads: true };
  expect(decidesAboutPage(page(), [packet('counsel')], lead)).toBe(false);
  expect(decidesAboutPage(page(), [packet('lead')], lead)).toBe(true);
  expect(decidesAboutPage(page({ collectedFor: 'lead' }), [packet('counsel')], lead)).toBe(true);
});

test('another organization decides about pages that it uploaded, unless they are from a different organization’s packet', () => {
  const counsel = { organization: 'counsel', leads: false };
  expect(decidesAboutPage(page(), [packet('counsel')], counsel)).toBe(true);
  expect(decidesAboutPage(page(), [], counsel)).toBe(true);
  expect(decidesAboutPage(page(), [packet('lead')], counsel)).toBe(false);
  expect(decidesAboutPage(page({ collectedFor: 'lead' }), [packet('counsel')], counsel)).toBe(false);
});

test('an organization decides about packets that it sent itself, and the leading one decides about all packets', () => {
  const counsel = { organization: 'counsel', leads: false };
  expect(decidesAboutPackets(['counsel', 'counsel'], counsel)).toBe(true);
  expect(decidesAboutPackets(['counsel', 'lead'], counsel)).toBe(false);
  expect(decidesAboutPackets([null], counsel)).toBe(false);
  expect(decidesAboutPackets([], counsel)).toBe(false);
  expect(decidesAboutPackets(['counsel'], { organization: 'lead', leads: true })).toBe(true);
  expect(decidesAboutPackets([], { organization: 'lead', leads: true })).toBe(true);
});

test.for([
  [
    'left on their own or were removed by each other',
    [
      [true, 'counsel'],
      [true, 'counsel'],
    ],
    'lead',
  ],
  [
    'still work on the deal',
    [
      [true, 'counsel'],
      [false, 'lead'],
    ],
    'counsel',
  ],
  [
    'were removed by the leading organization',
    [
      [true, 'counsel'],
      [true, 'lead'],
    ],
    'counsel',
  ],
  [
    'were removed by the server',
    [
      [true, 'counsel'],
      [true, null],
    ],
    'counsel',
  ],
  ['aren’t known', [], 'counsel'],
] as const)('a firm’s pages belong to the right organization if its people %s', ([, people, owner]) => {
  const rows = people.map(([deleted, modifiedFor]) => ({ deleted, modifiedFor, organization: 'counsel' }));
  const ada = { deleted: false, modifiedFor: 'lead', organization: 'lead' };
  expect(successorOf('counsel', 'lead', [ada, ...rows])).toBe(owner);
});
