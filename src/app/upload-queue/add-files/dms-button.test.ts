import { expect, it, vi } from 'vitest';
import { dmsChoice } from './dms-button.tsx';

const USER = { imanageConfigs: [], netDocsConfig: null, fusionUrl: null };
const pickers = { IMANAGE: vi.fn<(transaction: string) => void>(), NET_DOCS: vi.fn<() => void>() };

it.for([
  ['a user who is not loaded yet', undefined, null],
  ['a user without a document management system', USER, null],
  ['a user of iManage', { ...USER, imanageConfigs: [{}] }, { label: 'iManage', open: pickers.IMANAGE }],
  [
    'a user of NetDocuments',
    { ...USER, netDocsConfig: {} },
    { label: 'NetDocuments', open: pickers.NET_DOCS },
  ],
  ['a user of a system without a picker', { ...USER, fusionUrl: 'https://fusion.example' }, null],
] as const)('the button matches %s', ([, user, choice]) => {
  expect(dmsChoice(user, pickers)).toEqual(choice);
});

it('a system without a picker has no button', () => {
  expect(dmsChoice({ ...USER, netDocsConfig: {} }, {})).toBeNull();
});
