import { updateOrganization } from '../../../../db/commands/account/online-calls.ts';
import type { OrganizationRow } from '../../../../db/rows.ts';
import { runCommand as startCommand } from '../../../lib/commands/run-command.ts';
import { useOnlineCall } from '../../../lib/commands/use-online-call.ts';
import { CheckboxField } from '../../../ui/form/checkbox.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { FEATURES } from './admin-copy.ts';

/** The features that an organization turns on for its members (docs/product/people-and-access.md, "Organizations"). */
export function FeaturesSection({ organization }: { organization: OrganizationRow }) {
  const { pending, problem, runCommand } = useOnlineCall();
  const { uuid } = organization;
  return (
    <Section title={FEATURES.title} hint={FEATURES.hint}>
      {problem === null ? null : (
        <Callout tone="danger" role="alert">
          {problem}
        </Callout>
      )}
      <CheckboxField
        checked={organization.autoSignaturePages}
        disabled={pending}
        onChange={({ currentTarget: { checked } }) =>
          startCommand(runCommand(updateOrganization(uuid, { auto_signature_pages: checked })))
        }
      >
        {FEATURES.pages}
      </CheckboxField>
      <CheckboxField
        checked={!organization.disableUserSurvey}
        disabled={pending}
        onChange={({ currentTarget: { checked } }) =>
          startCommand(runCommand(updateOrganization(uuid, { disable_user_survey: !checked })))
        }
      >
        {FEATURES.survey}
      </CheckboxField>
    </Section>
  );
}
