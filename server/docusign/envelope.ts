import * as z from 'zod';
import { FILLED } from '../../src/contract/rules/signing/fields/fill-tabs.ts';

/** DocuSign's record of an envelope: its status, when its signer did what, and what they entered, by the label of the tab. */
export interface Envelope {
  /** Newer statuses count as open. */
  readonly status: 'open' | 'completed' | 'declined' | 'voided';
  readonly viewedAt: Date | null;
  readonly signedAt: Date | null;
  /** Why it was declined or voided; empty if no reason was given. */
  readonly reason: string;
  readonly values: Readonly<Record<string, string>>;
}

const dateSchema = z.iso
  .datetime({ offset: true })
  .optional()
  .transform((text) => (text === undefined ? null : new Date(text)));
const listOf = <Tab extends z.ZodType>(tab: Tab) => z.array(tab).optional();

const signerSchema = z.object({
  deliveredDateTime: dateSchema,
  signedDateTime: dateSchema,
  declinedReason: z.string().optional(),
  tabs: z
    .object({
      textTabs: listOf(z.object({ tabLabel: z.string().optional(), value: z.string().optional() })),
      checkboxTabs: listOf(z.object({ tabLabel: z.string().optional(), selected: z.string().optional() })),
      initialHereTabs: listOf(z.object({ tabLabel: z.string().optional(), status: z.string().optional() })),
    })
    .optional(),
});

const ENDED = ['completed', 'declined', 'voided'] as const;

/** An envelope as `Envelopes: get` returns it, with its recipients and their tabs. */
export const envelopeSchema = z
  .object({
    status: z.string(),
    voidedReason: z.string().optional(),
    recipients: z.object({ signers: z.array(signerSchema).min(1) }),
  })
  .transform(({ status, voidedReason, recipients }): Envelope => {
    const [signer] = recipients.signers;
    return {
      status: ENDED.find((each) => each === status.toLowerCase()) ?? 'open',
      viewedAt: signer?.deliveredDateTime ?? null,
      signedAt: signer?.signedDateTime ?? null,
      reason: signer?.declinedReason ?? voidedReason ?? '',
      values: valuesOf(signer?.tabs),
    };
  });

function valuesOf(tabs: z.output<typeof signerSchema>['tabs']): Record<string, string> {
  const { textTabs = [], checkboxTabs = [], initialHereTabs = [] } = tabs ?? {};
  return Object.fromEntries([
    ...textTabs.map(({ tabLabel = '', value = '' }) => [tabLabel, value] as const),
    ...checkboxTabs.map(
      ({ tabLabel = '', selected }) => [tabLabel, selected === 'true' ? FILLED : ''] as const,
    ),
    ...initialHereTabs.map(
      ({ tabLabel = '', status }) => [tabLabel, status === 'signed' ? FILLED : ''] as const,
    ),
  ]);
}
