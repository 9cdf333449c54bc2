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

it('of a form that is taken away what the person changed is kept, and nothing else', () => {
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

it('no password is kept, and nothing is put into a field for one', () => {
  const fields = [
    field('old', 'password', 'closing-day'),
    field('user', 'hidden', 'me'),
    field('', 'text', 'no name'),
  ];
  expect(typedInto(fields).size).toBe(0);
  fillIn(fields, new Map([['old', 'another']]));
  expect(fields[0]?.value).toBe('closing-day');
});

it('what was kept is put back into its fields; what others changed meanwhile stays in the rest', () => {
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

it('of who has signed out nothing that they began is left; of others it is', () => {
  const [notes, ticked] = [createFormDrafts<string>(), createFormDrafts<boolean>()];
  notes.set('me/deal', 'Half a note');
  ticked.set('me/deal', true);
  ticked.set('other/deal', true);
  discardFormDrafts('me');
  expect([[...notes.keys()], [...ticked.keys()]]).toEqual([[], ['other/deal']]);
});

it('nor of a page of theirs that is taken away only then, until they are back', () => {
  const notes = createFormDrafts<string>();
  markUnmounting();
  discardFormDrafts('me');
  saveFormDraft(notes, 'me/deal', 'Half a note');
  saveFormDraft(notes, 'other/deal', 'Half a note');
  resumeFormDrafts('me');
  saveFormDraft(notes, 'me/field', 'Half a name');
  expect([...notes.keys()]).toEqual(['other/deal', 'me/field']);
});
