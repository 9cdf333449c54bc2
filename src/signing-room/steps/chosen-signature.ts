import { strokesProblem } from '../../contract/rules/signing/fields/strokes.ts';
import type { ChosenSignature } from '../room-calls.ts';
import type { Answers } from '../store/room-draft.ts';

/**
 * Returns the signature that a signatory has chosen, in the form that is sent, or a sentence that says what is missing.
 * @param initials empty if no page needs them
 */
export function chosenSignature(
  { way, style, drawing, picture }: Pick<Answers, 'way' | 'style' | 'drawing' | 'picture'>,
  { name, initials }: { name: string; initials: string },
): { chosen: ChosenSignature } | { problem: string } {
  const named = { name, initials };
  const asks = initials !== '';
  if (way === 'type') return { chosen: { ...named, style } };
  if (way === 'draw') {
    const problem =
      strokesProblem(drawing.signature, 'signature') ??
      (asks ? strokesProblem(drawing.initials, 'initials') : null);
    if (problem !== null) return { problem };
    const drawn = { signature: drawing.signature, initials: asks ? drawing.initials : null };
    return { chosen: { ...named, style: 'drawn', drawing: drawn } };
  }
  const { signature } = picture;
  if (signature === null) return { problem: 'Choose a picture of your signature.' };
  if (asks && picture.initials === null) return { problem: 'Choose a picture of your initials.' };
  const pictured = { signature, initials: asks ? picture.initials : null };
  return { chosen: { ...named, style: 'picture', picture: pictured } };
}
