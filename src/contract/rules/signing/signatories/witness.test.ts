import { expect, test } from 'vitest';
import { isDeed, needsWholeDocument, needsWitness } from '../packets/deed.ts';
import { witnessProblem } from './witness.ts';

const witness = {
  name: 'Wanda Hall',
  address: '1 High Street, Leeds',
  occupation: 'Teacher',
  is_present: true,
};

test('a witness gives their name, address and occupation, and attests to being present', () => {
  expect(witnessProblem(witness, ['Jane Doe'])).toBeNull();
  for (const field of ['name', 'address', 'occupation'] as const)
    expect(witnessProblem({ ...witness, [field]: ' ' }, [])?.field).toBe(field);
  expect(witnessProblem({ ...witness, is_present: false }, [])?.field).toBe('is_present');
});

test('a party can’t be the witness, however the name is written', () => {
  for (const name of ['Jane Doe', 'jane doe', 'Doe, Jane', 'Ms. Jane Doe'])
    expect(witnessProblem({ ...witness, name }, ['Alpha Corp.', 'Jane Doe'])?.field).toBe('name');
  expect(witnessProblem({ ...witness, name: 'Jane Doering' }, ['Jane Doe'])).toBeNull();
});

test('deeds and signatures that ask for one need a witness, and deeds need the whole document', () => {
  const [item, deal] = [{ is_deed: false, for_signing: true }, { is_deed_transaction: false }];
  const plain = { requires_witness: false };
  expect(needsWitness(plain, item, deal)).toBe(false);
  expect(needsWitness({ requires_witness: true }, item, deal)).toBe(true);
  expect(needsWitness(plain, { ...item, is_deed: true }, deal)).toBe(true);
  expect(isDeed(item, { is_deed_transaction: true })).toBe(true);
  expect(isDeed({ ...item, for_signing: false }, { is_deed_transaction: true })).toBe(false);
  const [off, on] = [{ mercury_signings: false }, { mercury_signings: true }];
  expect(needsWholeDocument({ isDeed: true, isWitnessed: true }, off)).toBe(true);
  expect(needsWholeDocument({ isDeed: false, isWitnessed: true }, off)).toBe(false);
  expect(needsWholeDocument({ isDeed: false, isWitnessed: true }, on)).toBe(true);
  expect(needsWholeDocument({ isDeed: false, isWitnessed: false }, on)).toBe(false);
});
