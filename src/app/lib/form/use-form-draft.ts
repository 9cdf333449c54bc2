import { useCallback, type RefCallback } from 'react';
import { useMirror } from '../../session/mirror-context.ts';
import { createFormDrafts, saveFormDraft } from './form-drafts.ts';

const forms = createFormDrafts<ReadonlyMap<string, string | boolean>>();

/** Like `useDraftState`, for the uncontrolled fields of a form. Pass the result to the form as `ref`. */
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

/** The parts of a field that matter here. A text area has no checked state. */
export type Field = Pick<HTMLInputElement, 'name' | 'type' | 'value' | 'defaultValue'> &
  Partial<Pick<HTMLInputElement, 'checked' | 'defaultChecked'>>;

function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.elements].filter(
    (each) => each instanceof HTMLInputElement || each instanceof HTMLTextAreaElement,
  );
}

/** Returns what the user changed, by field name, except passwords. */
export function typedInto(fields: readonly Field[]): ReadonlyMap<string, string | boolean> {
  const typed = new Map<string, string | boolean>();
  for (const field of fields.filter(isKept)) {
    const { name, type, value, checked = false } = field;
    if (type === 'checkbox' && checked !== field.defaultChecked) typed.set(name, checked);
    if (type !== 'checkbox' && value !== field.defaultValue) typed.set(name, value);
  }
  return typed;
}

/** Restores typed values; other fields keep their current values. */
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
