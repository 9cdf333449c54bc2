import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { camelize, snakify } from './codec.ts';

const key = fc.stringMatching(/^[a-z]{1,5}(_[a-z0-9]{1,5}){0,2}$/);
const wire = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.string(),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 3 }),
  ),
})).value;

it('converting from the wire to a row and back changes nothing, at any depth', () => {
  fc.assert(
    fc.property(wire, (value) => {
      expect(snakify(camelize(value))).toEqual(value);
    }),
  );
});

it('renames keys, but never values', () => {
  expect(camelize({ created_by: { full_name: 'first_name last_name' }, item_list: ['a_b'] })).toEqual({
    createdBy: { fullName: 'first_name last_name' },
    itemList: ['a_b'],
  });
});

it('leaves the size keys of thumbnails as they are', () => {
  const thumbnails = { 'png-144': ['/api/files/a/b/png-144/1.png'] };
  expect(camelize({ thumbnails })).toEqual({ thumbnails });
});
