import { switchesSchema, type Switches } from '../../../../src/contract/entities/account/feature-status.ts';
import { SWITCHES } from '../../../../src/contract/rules/account/features.ts';
import type { Participant } from '../../../../src/contract/entities/transactions/participant.ts';
import type { User } from '../../../../src/contract/entities/account/user.ts';
import { membersOf, putPerson } from './model-deal.ts';
import { Refusal, type DealWrite } from './model-write.ts';

/** Adds a person to a deal, and returns the participant. A former participant returns under their old id. */
export function addPerson(write: DealWrite, person: User, uuid: string): Participant {
  const { user, at } = write.by;
  const before = write.deal.people.get(person.uuid);
  const taken = [...write.deal.people.values()].some((each) => each.uuid === uuid && each !== before);
  if (taken) throw new Refusal('uuid_taken', 'This id is already in use. Try again to get a new one.');
  const row = putPerson(write.deal, person, { user, at, version: write.version, uuid });
  if (row !== before) write.log('participants', row.uuid);
  return row;
}

export function removePerson(write: DealWrite, uuid: string): void {
  const row = [...write.deal.people.values()].find((each) => each.uuid === uuid);
  if (!row) throw new Refusal('not_found', 'There is no such participant.');
  const { user } = write.by;
  if (row.user_uuid !== user && write.deal.row.created_by.uuid !== user)
    throw new Refusal('not_allowed', 'Only the person who opened this transaction can do this.');
  if (row.deleted) return;
  if (membersOf(write.deal).size < 2) throw new Refusal('invalid', 'A transaction keeps one participant.');
  write.deal.people.set(row.user_uuid, { ...row, deleted: true, ...write.stamp() });
  write.log('participants', uuid, [], true);
}

export function leave(write: DealWrite): void {
  removePerson(write, write.deal.people.get(write.by.user)?.uuid ?? '');
}

export function archive(write: DealWrite, archived: boolean): void {
  const { user } = write.by;
  if (write.deal.archivedBy.has(user) === archived) return;
  if (archived) write.deal.archivedBy.add(user);
  else write.deal.archivedBy.delete(user);
  const row = write.deal.people.get(user);
  if (row) write.deal.people.set(user, { ...row, ...write.stamp() });
  write.log('participants', row?.uuid ?? '', ['archived']);
}

/** Returns a user of the only firm. */
export function newUser(uuid: string, name: string, at: string): User {
  return {
    uuid,
    email: `${name.toLowerCase()}@counterpart.test`,
    first_name: name,
    last_name: 'Whitfield',
    full_name: `${name} Whitfield`,
    created_at: at,
    organization: uuid,
    organization_name: 'Whitfield LLP',
    role: 'member',
    experience: null,
    fusion_url: null,
    net_docs_config: null,
    imanage_configs: [],
    binder_format_structure: {
      index_style: 'table_of_contents',
      primary_header: 'uppercase_roman',
      second_header: 'uppercase_alphabetic',
      third_header: 'lowercase_roman',
      last_documents: 'lowercase_alphabetic',
      attachment_marker: 'none',
      numbering: 'tabs',
      reset_tabs: false,
    },
    beacon_signature: null,
    hide_support: false,
    version: 1,
    modified_at: at,
    modified_by: uuid,
  };
}

/** Returns the features that are on for everybody: none. */
export function newFeatures(): Switches {
  return switchesSchema.parse({
    switches: Object.fromEntries(SWITCHES.map((name) => [name, { is_active: false }])),
  });
}
