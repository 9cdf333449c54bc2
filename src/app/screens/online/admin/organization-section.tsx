import { updateOrganization } from '../../../../db/commands/account/online-calls.ts';
import type { OrganizationRow } from '../../../../db/rows.ts';
import { FormField } from '../../../ui/form/form-field.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { SaveForm, textOf } from '../account/save-form.tsx';
import { ORGANIZATION } from './admin-copy.ts';

/** The name, the website and the help desk of an organization. */
export function OrganizationSection({ organization }: { organization: OrganizationRow }) {
  const orNone = (text: string) => (text === '' ? null : text);
  return (
    <Section title={ORGANIZATION.title} hint={ORGANIZATION.hint}>
      <SaveForm
        label={ORGANIZATION.title}
        callOf={(fields) =>
          updateOrganization(organization.uuid, {
            name: textOf(fields, 'name'),
            website: textOf(fields, 'website'),
            custom_help_email: orNone(textOf(fields, 'help-email')),
            custom_help_url: orNone(textOf(fields, 'help-url')),
          })
        }
      >
        <FormField
          label={ORGANIZATION.name}
          name="name"
          defaultValue={organization.name}
          required
          maxLength={350}
        />
        <FormField
          label={ORGANIZATION.website}
          name="website"
          type="url"
          placeholder={ORGANIZATION.url}
          defaultValue={organization.website}
          maxLength={2000}
        />
        <FormField
          label={ORGANIZATION.helpEmail}
          name="help-email"
          type="email"
          defaultValue={organization.customHelpEmail ?? ''}
          maxLength={320}
        />
        <FormField
          label={ORGANIZATION.helpUrl}
          name="help-url"
          type="url"
          placeholder={ORGANIZATION.url}
          defaultValue={organization.customHelpUrl ?? ''}
          maxLength={2000}
        />
      </SaveForm>
    </Section>
  );
}
