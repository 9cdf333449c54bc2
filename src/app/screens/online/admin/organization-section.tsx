import { updateOrganization } from '../../../../db/commands/account/online-calls.ts';
import type { OrganizationRow } from '../../../../db/rows.ts';
import { FormField } from '../../../ui/form/form-field.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { SaveForm, textOf } from '../account/save-form.tsx';

/** What an organization is called, and where its people get help. */
export function OrganizationSection({ organization }: { organization: OrganizationRow }) {
  const orNone = (text: string) => (text === '' ? null : text);
  return (
    <Section title="Organization" hint="Shown to its people and to everyone they invite.">
      <SaveForm
        label="Organization"
        callOf={(fields) =>
          updateOrganization(organization.uuid, {
            name: textOf(fields, 'name'),
            website: textOf(fields, 'website'),
            custom_help_email: orNone(textOf(fields, 'help-email')),
            custom_help_url: orNone(textOf(fields, 'help-url')),
          })
        }
      >
        <FormField label="Name" name="name" defaultValue={organization.name} required maxLength={350} />
        <FormField
          label="Website"
          name="website"
          type="url"
          placeholder="https://"
          defaultValue={organization.website}
          maxLength={2000}
        />
        <FormField
          label="E-mail address of your own help desk"
          name="help-email"
          type="email"
          defaultValue={organization.customHelpEmail ?? ''}
          maxLength={320}
        />
        <FormField
          label="Page of your own help desk, instead of the built-in help"
          name="help-url"
          type="url"
          placeholder="https://"
          defaultValue={organization.customHelpUrl ?? ''}
          maxLength={2000}
        />
      </SaveForm>
    </Section>
  );
}
