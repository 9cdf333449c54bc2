import { expect, it } from 'vitest';
import {
  createFormDrafts,
  discardFormDrafts,
  saveFormDraft,
  markUnmounting,
  resumeFormDrafts,
} from './form-drafts.ts';
import { fillIn, typedInto, type Field } from './use-form-draft.ts';

function field(name: string, type: string, value: string, defaultValue = ''): Field {
  return { name, type, value, defaultValue };
}

function box(name: string, checked: boolean, defaultChecked: boolean): Field {
  return { ...field(name, 'checkbox', 'on', 'on'), checked, defaultChecked };
}

it('typedInto returns the fields that the user changed, and no others', () => {
  const typed = typedInto([
    field('name', 'text', 'Project Larch', 'Project Alder'),
    field('description', 'textarea', 'Half a thought'),
    field('client', 'text', 'Northwind', 'Northwind'),
    box('deed', false, true),
    box('asked', true, true),
  ]);
  expect(Object.fromEntries(typed)).toEqual({
    name: 'Project Larch',
    description: 'Half a thought',
    deed: false,
  });
});

it('a form draft neither saves nor restores passwords', () => {
  const fields = [
    field('old', 'password', 'closing-day'),
    field('user', 'hidden', 'me'),
    field('', 'text', 'no name'),
  ];
  expect(typedInto(fields).size).toBe(0);
  fillIn(fields, new Map([['old', 'another']]));
  expect(fields[0]?.value).toBe('closing-day');
});

it('fillIn restores the saved fields, and keeps what others changed in the remaining ones', () => {
  const fields = [
    field('name', 'text', 'Project Alder'),
    field('client', 'text', 'Changed'),
    box('deed', true, true),
  ];
  fillIn(
    fields,
    new Map<string, string | boolean>([
      ['name', 'Project Larch'],
      ['deed', false],
    ]),
  );
  expect(fields.map(({ value, checked }) => checked ?? value)).toEqual(['Project Larch', 'Changed', false]);
});

it('signing out discards the drafts of that user only', () => {
  const [notes, ticked] = [createFormDrafts<string>(), createFormDrafts<boolean>()];
  notes.set('me/deal', 'Half a note');
  ticked.set('me/deal', true);
  ticked.set('other/deal', true);
  discardFormDrafts('me');
  expect([[...notes.keys()], [...ticked.keys()]]).toEqual([[], ['other/deal']]);
});

it('pages that unmount after the sign-out save no drafts until the user signs in again', () => {
  const notes = createFormDrafts<string>();
  markUnmounting();
  discardFormDrafts('me');
  saveFormDraft(notes, 'me/deal', 'Half a note');
  saveFormDraft(notes, 'other/deal', 'Half a note');
  resumeFormDrafts('me');
  saveFormDraft(notes, 'me/field', 'Half a name');
  expect([...notes.keys()]).toEqual(['other/deal', 'me/field']);
});
