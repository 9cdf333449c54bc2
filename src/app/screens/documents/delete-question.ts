import type { PlacedDocument } from './arrange-documents.ts';
import { DELETION } from './documents-copy.ts';

interface DeleteQuestion {
  title: string;
  text: string;
  confirm: string;
}

/** Returns what to ask before deleting; null if all are in the upload queue, which deletes without asking. */
export function deleteQuestion(documents: readonly PlacedDocument[]): DeleteQuestion | null {
  const placed = documents.filter(({ row }) => !row.inQueue);
  const [first] = placed;
  if (!first) return null;
  const places = placed.flatMap(({ place }) => place ?? []);
  if (documents.length === 1) {
    const [place] = places;
    const copy = DELETION.one;
    return {
      title: copy.title(first.name),
      text: [
        copy.text,
        ...(place ? [copy.staysOnChecklist(place.name, place.number)] : []),
        copy.restorable,
      ].join(' '),
      confirm: copy.confirm,
    };
  }
  const copy = DELETION.many;
  return {
    title: copy.title(documents.length),
    text: [
      copy.text,
      ...(places.length > 0 ? [copy.stayOnChecklist(places.length)] : []),
      copy.restorable,
    ].join(' '),
    confirm: copy.confirm(documents.length),
  };
}
