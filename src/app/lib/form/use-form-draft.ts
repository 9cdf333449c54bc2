import { useCallback, type RefCallback } from 'react';
import { useMirror } from '../../session/mirror-context.ts';
import { createFormDrafts, saveFormDraft } from './form-drafts.ts';

const forms = createFormDrafts<ReadonlyMap<string, string | boolean>>();

/** As `useDraftState`, for the fields of a form that hold themselves what is typed; to be given to it as `ref`. */
export function useFormDraft(about: string): RefCallback<HTMLFormElement> {
  const key = `${useMirror().userId}/${about}`;
  return useCallback(
    (form: HTMLFormElement) => {
      fillIn(fieldsOf(form), forms.get(key));
      forms.delete(key);
      return () => {
        const typed = typedInto(fieldsOf(form));
        if (typed.size > 0) saveFormDraft(forms, key, typed);
      };
    },
    [key],
  );
}

/** What of a field is looked at; one for several lines is never ticked. */
export type Field = Pick<HTMLInputElement, 'name' | 'type' | 'value' | 'defaultValue'> &
  Partial<Pick<HTMLInputElement, 'checked' | 'defaultChecked'>>;

function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.elements].filter(
    (each) => each instanceof HTMLInputElement || each instanceof HTMLTextAreaElement,
  );
}

/** What the person changed, by the fields' names. Never a password: those are typed again. */
export function typedInto(fields: readonly Field[]): ReadonlyMap<string, string | boolean> {
  const typed = new Map<string, string | boolean>();
  for (const field of fields.filter(isKept)) {
    const { name, type, value, checked = false } = field;
    if (type === 'checkbox' && checked !== field.defaultChecked) typed.set(name, checked);
    if (type !== 'checkbox' && value !== field.defaultValue) typed.set(name, value);
  }
  return typed;
}

/** Puts that back; the other fields stay as they are now. */
export function fillIn(
  fields: readonly Field[],
  typed: ReadonlyMap<string, string | boolean> = new Map(),
): void {
  for (const field of fields.filter(isKept)) {
    const kept = typed.get(field.name);
    if (typeof kept === 'boolean') field.checked = kept;
    else if (kept !== undefined) field.value = kept;
  }
}

function isKept({ name, type }: Field): boolean {
  return name !== '' && !['password', 'hidden', 'file'].includes(type);
}
