import { dmsType, type DmsType } from '../documents/dms.ts';

/** The fields of the signed-in user that the rules read. */
interface UserFacts {
  experience: string | null;
  hideSupport: boolean;
  imanageConfigs: readonly unknown[];
  netDocsConfig: object | null;
  fusionUrl: string | null;
}

/** The fields of their organization. */
interface OrganizationFacts {
  disableSignatureApplication: boolean;
  disableUserSurvey: boolean;
}

/** What the client derives from a user (docs/product/people-and-access.md, "Users"). */
export interface CurrentUserFacts {
  canSendPackets: boolean;
  shouldShowSurvey: boolean;
  shouldHideSupport: boolean;
  hasDms: boolean;
  dmsType: DmsType;
}

/**
 * `organization`: null = not loaded yet. `hideSupport`: the setting HIDE_SUPPORT, which hides only if it is exactly 'True'. Until
 * the organization's settings are known, nothing that they could forbid is allowed.
 */
export function currentUserFacts(
  user: UserFacts,
  organization: OrganizationFacts | null,
  hideSupport: string,
): CurrentUserFacts {
  const dms = dmsType(user);
  return {
    canSendPackets: organization !== null && !organization.disableSignatureApplication,
    shouldShowSurvey: organization !== null && !organization.disableUserSurvey && !user.experience,
    shouldHideSupport: hideSupport === 'True' || user.hideSupport || organization === null,
    hasDms: dms !== 'NONE',
    dmsType: dms,
  };
}
