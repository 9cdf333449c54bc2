import { expect, it } from 'vitest';
import { isEntityName } from './entity-name.ts';

it.each([
  'Alpha Capital Group, L.P.',
  'Alpha Capital LP',
  'ALPHA CAPITAL LLC',
  'Beta GmbH',
  'Gamma S.A.',
  'Gamma Invest S.à r.l.',
  'Alpha SE',
  'Novo A/S',
  'Delta Co., Ltd.',
  'Bank of Delaware, N.A.',
  'The Doe Family Trust',
  '株式会社アルファ',
  '上海阿尔法有限公司',
])('recognizes %s as an entity', (name) => {
  expect(isEntityName(name)).toBe(true);
});

it.each(['Jane Doe', 'Maria Sá', 'MARIA SÁ', 'Kim Se', 'John Doe, Jr.', 'LLC', 'علي حسن', '王小明', ''])(
  'recognizes "%s" as a person',
  (name) => {
    expect(isEntityName(name)).toBe(false);
  },
);
