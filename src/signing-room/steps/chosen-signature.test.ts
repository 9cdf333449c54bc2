import { describe, expect, it } from 'vitest';
import { DraftStore } from '../store/room-draft.ts';
import { chosenSignature } from './chosen-signature.ts';

const NOTHING = new DraftStore(null).read();
const NAMED = { name: 'Jane Doe', initials: '' };
const WITH_INITIALS = { name: 'Jane Doe', initials: 'JD' };

describe('a picture of a signature', () => {
  const picture = { signature: 'c2lnbmVk', initials: null };

  it('is sent without initials if no page needs them', () => {
    expect(chosenSignature({ ...NOTHING, way: 'picture', picture }, NAMED)).toEqual({
      chosen: { ...NAMED, style: 'picture', picture },
    });
  });

  it('is required, and so is a picture of the initials if a page needs them', () => {
    expect(chosenSignature({ ...NOTHING, way: 'picture' }, NAMED)).toEqual({
      problem: 'Choose a picture of your signature.',
    });
    const draft = { ...NOTHING, way: 'picture' as const, picture };
    expect(chosenSignature(draft, WITH_INITIALS)).toEqual({ problem: 'Choose a picture of your initials.' });
    const both = { ...picture, initials: 'SkQ=' };
    expect(chosenSignature({ ...draft, picture: both }, WITH_INITIALS)).toEqual({
      chosen: { ...WITH_INITIALS, style: 'picture', picture: both },
    });
  });

  it('isn’t sent if the signatory decides to type or draw instead', () => {
    const stroke = [
      [100, 100, 0],
      [400, 150, 90],
    ] as const;
    const draft = { ...NOTHING, picture, drawing: { signature: [stroke], initials: [] } };
    expect(chosenSignature(draft, NAMED)).toEqual({ chosen: { ...NAMED, style: 'caveat' } });
    expect(chosenSignature({ ...draft, way: 'draw' }, NAMED)).toEqual({
      chosen: { ...NAMED, style: 'drawn', drawing: { signature: [stroke], initials: null } },
    });
    expect(chosenSignature({ ...draft, way: 'draw' }, WITH_INITIALS)).toEqual({
      problem: 'Draw your initials.',
    });
  });
});
