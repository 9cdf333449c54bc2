import { updateOrganization } from '../../../../db/commands/online-calls.ts';
import type { OrganizationRow } from '../../../../db/rows.ts';
import { carryOut as begin } from '../../../lib/carry-out.ts';
import { useOnlineCall } from '../../../lib/use-online-call.ts';
import { CheckField } from '../../../ui/check-box.tsx';
import { Note } from '../../../ui/note.tsx';
import { Section } from '../../../ui/section.tsx';

/** What an organization allows its people (core spec 6). */
export function SwitchesSection({ organization }: { organization: OrganizationRow }) {
  const { pending, problem, carryOut } = useOnlineCall();
  const { uuid } = organization;
  return (
    <Section title="Features" hint="For everyone in the organization.">
      {problem === null ? null : (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      )}
      <CheckField
        checked={!organization.disableUserSurvey}
        disabled={pending}
        onChange={({ currentTarget: { checked } }) =>
          begin(carryOut(updateOrganization(uuid, { disable_user_survey: !checked })))
        }
      >
        Ask new people how much they know about closings
      </CheckField>
    </Section>
  );
}
