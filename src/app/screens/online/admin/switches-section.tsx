import { updateOrganization } from '../../../../db/commands/account/online-calls.ts';
import type { OrganizationRow } from '../../../../db/rows.ts';
import { runCommand as begin } from '../../../lib/commands/run-command.ts';
import { useOnlineCall } from '../../../lib/commands/use-online-call.ts';
import { CheckboxField } from '../../../ui/form/checkbox.tsx';
import { Callout } from '../../../ui/status/callout.tsx';
import { Section } from '../../../ui/layout/section.tsx';

/** What an organization allows its people (docs/product/people-and-access.md, "Organizations"). */
export function SwitchesSection({ organization }: { organization: OrganizationRow }) {
  const { pending, problem, runCommand } = useOnlineCall();
  const { uuid } = organization;
  return (
    <Section title="Features" hint="For everyone in the organization.">
      {problem === null ? null : (
        <Callout tone="danger" role="alert">
          {problem}
        </Callout>
      )}
      <CheckboxField
        checked={!organization.disableUserSurvey}
        disabled={pending}
        onChange={({ currentTarget: { checked } }) =>
          begin(runCommand(updateOrganization(uuid, { disable_user_survey: !checked })))
        }
      >
        Ask new people how much they know about closings
      </CheckboxField>
    </Section>
  );
}
