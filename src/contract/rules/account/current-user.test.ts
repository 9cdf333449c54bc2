import { expect, it } from 'vitest';
import { currentUserFacts } from './current-user.ts';

const user = {
  experience: null,
  hideSupport: false,
  imanageConfigs: [],
  netDocsConfig: null,
  fusionUrl: null,
};
const organization = { disableSignatureApplication: false, disableUserSurvey: false };

it('packets are sent unless the organization has disabled the signature application', () => {
  expect(currentUserFacts(user, organization, 'False').canSendPackets).toBe(true);
  const disabled = { ...organization, disableSignatureApplication: true };
  expect(currentUserFacts(user, disabled, 'False').canSendPackets).toBe(false);
  expect(currentUserFacts(user, null, 'False').canSendPackets).toBe(false);
});

it('the survey is shown once, unless the organization has disabled it', () => {
  expect(currentUserFacts(user, organization, 'False').shouldShowSurvey).toBe(true);
  expect(currentUserFacts({ ...user, experience: 'new' }, organization, 'False').shouldShowSurvey).toBe(
    false,
  );
  const disabled = { ...organization, disableUserSurvey: true };
  expect(currentUserFacts(user, disabled, 'False').shouldShowSurvey).toBe(false);
  expect(currentUserFacts(user, null, 'False').shouldShowSurvey).toBe(false);
});

it('support is hidden by the setting’s exact value, by the user’s flag, and until the organization is loaded', () => {
  const hidden = (one: typeof user, firm: typeof organization | null, setting: string) =>
    currentUserFacts(one, firm, setting).shouldHideSupport;
  expect(hidden(user, organization, 'False')).toBe(false);
  expect(hidden(user, organization, 'true')).toBe(false);
  expect(hidden(user, organization, 'True')).toBe(true);
  expect(hidden({ ...user, hideSupport: true }, organization, 'False')).toBe(true);
  expect(hidden(user, null, 'False')).toBe(true);
});

it('a document management system is available unless it is "none"', () => {
  expect(currentUserFacts(user, organization, 'False')).toMatchObject({ hasDms: false, dmsType: 'NONE' });
  const fusion = { ...user, fusionUrl: 'https://fusion.test' };
  expect(currentUserFacts(fusion, null, 'False')).toMatchObject({ hasDms: true, dmsType: 'SEE_UNITY' });
});
