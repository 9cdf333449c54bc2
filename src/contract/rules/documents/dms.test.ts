import { expect, it } from 'vitest';
import { dmsType } from './dms.ts';

const NONE = { imanageConfigs: [], netDocsConfig: null, fusionUrl: null };

it.for([
  [NONE, 'NONE'],
  [{ ...NONE, fusionUrl: 'https://fusion.example' }, 'SEE_UNITY'],
  [{ ...NONE, netDocsConfig: {}, fusionUrl: 'https://fusion.example' }, 'NET_DOCS'],
  [{ imanageConfigs: [{}], netDocsConfig: {}, fusionUrl: 'https://fusion.example' }, 'IMANAGE'],
] as const)('a user with %j has %s', ([user, type]) => {
  expect(dmsType(user)).toBe(type);
});
