import type {
  NestedEntity,
  PageHuman,
  PageSigner,
} from '../../../src/contract/rules/signature-page/signers/page-signer.ts';

export function human(name: string, title: string | null, more: Partial<PageHuman> = {}): PageHuman {
  return { id: name, name, title, email: null, address: null, ...more };
}

export function nested(
  name: string,
  capacity: string | null,
  description: string | null = null,
): NestedEntity {
  return { id: name, name, capacity, description };
}

/** Returns a person who signs for an entity, or for themselves if `entity` is null. */
export function signer(
  entity: string | null,
  person: PageHuman,
  more: Partial<PageSigner> & { description?: string } = {},
): PageSigner {
  const { description = null, ...rest } = more;
  return {
    id: `${entity ?? ''}/${person.name}`,
    caption: null,
    entity: entity === null ? null : { name: entity, description },
    through: [],
    human: person,
    values: {},
    overrides: {},
    ...rest,
  };
}

export const mitarotonda = human('James A. Mitarotonda', 'President and CEO', {
  email: 'jm@barington.test',
  address: '888 Seventh Avenue, New York, NY 10019',
});

/** The chain in docs/product/signature-pages.md. */
export const alpha = signer('Alpha Capital Group, L.P.', mitarotonda, {
  description: 'a Delaware limited partnership',
  through: [nested('Alpha Capital Corp.', 'general partner')],
});
export const beta = signer('Barington Companies Management, LLC', human('Étienne Łukasz', 'Managing Member'));
export const jane = signer(null, human('Jane Roe', null));
