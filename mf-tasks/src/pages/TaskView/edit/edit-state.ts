import { isBlank } from '@obieg/contracts';
import type { EditDraft } from './edit-draft';
import {
  type EditField,
  type EditValues,
  findChangedFields,
  findConflicts,
  mergeValues,
  takeFields,
} from './edit-values';

export type EditErrors = Partial<Record<EditField, string>>;

/** A saved version of the task. */
export type EditBase = EditDraft['base'];

export interface EditState {
  /** The version that the edit started from. */
  base: EditBase;
  values: EditValues;
  comment: string;
  errors: EditErrors;
  /** `done` until the form disappears: it accepts no input, and is no reason to stay on the page. */
  phase: 'editing' | 'saving' | 'done';
  /** Why saving failed. */
  failure: string | undefined;
  /** When the draft was saved that the edit continues. */
  restoredAt: string | undefined;
}

export type EditAction =
  | { type: 'change'; changes: Partial<EditValues> }
  | { type: 'comment'; text: string }
  | { type: 'reject'; errors: EditErrors }
  | { type: 'save' }
  /** Another user has saved other values, and the form shows them. */
  | { type: 'conflict' }
  | { type: 'fail'; failure: string; errors: EditErrors | undefined }
  | { type: 'done' }
  | { type: 'dismiss-failure' }
  /** Joins the changes with the saved version, which wins in `theirs`. */
  | { type: 'resolve'; saved: EditBase; theirs: readonly EditField[] }
  | { type: 'discard-draft'; saved: EditBase };

/** Starts an edit of the saved version, or continues a draft. */
export const beginEdit = (
  saved: EditBase,
  draft: (EditDraft & { savedAt: string }) | undefined,
): EditState => ({
  base: draft?.base ?? saved,
  values: draft?.values ?? saved.values,
  comment: draft?.comment ?? '',
  errors: {},
  phase: 'editing',
  failure: undefined,
  restoredAt: draft?.savedAt,
});

/** Changes values and removes the errors of the changed fields. */
const change = (state: EditState, changes: Partial<EditValues>): EditState => {
  const { answers = {}, ...others } = changes;
  const touched = [
    ...Object.keys(others),
    ...Object.keys(answers)
      .filter((id) => answers[id] !== state.values.answers[id])
      .map((id) => `answers.${id}`),
  ];
  const errors = Object.entries(state.errors).filter(([field]) => !touched.includes(field));
  return { ...state, values: { ...state.values, ...changes }, errors: Object.fromEntries(errors) };
};

/** Continues the edit from another saved version. */
const rebase = (state: EditState, base: EditBase, values: EditValues): EditState => ({
  ...state,
  base,
  values,
  errors: {},
  failure: undefined,
});

/** Actions of the user. A form that is being saved ignores them. */
const reduceInput = (state: EditState, action: EditAction): EditState => {
  if (state.phase !== 'editing') return state;
  switch (action.type) {
    case 'change':
      return change(state, action.changes);
    case 'comment':
      return { ...state, comment: action.text };
    case 'reject':
      return { ...state, errors: action.errors };
    case 'save':
      return { ...state, phase: 'saving', errors: {}, failure: undefined };
    case 'resolve': {
      const { saved, theirs } = action;
      const merged = mergeValues(state.base.values, state.values, saved.values);
      return rebase(state, saved, takeFields(merged, saved.values, theirs));
    }
    case 'discard-draft':
      return {
        ...rebase(state, action.saved, action.saved.values),
        comment: '',
        restoredAt: undefined,
      };
    default:
      return state;
  }
};

export const reduceEdit = (state: EditState, action: EditAction): EditState => {
  switch (action.type) {
    case 'conflict':
      return { ...state, phase: 'editing' };
    case 'fail':
      return {
        ...state,
        phase: 'editing',
        failure: action.failure,
        errors: action.errors ?? state.errors,
      };
    case 'done':
      return { ...state, phase: 'done' };
    case 'dismiss-failure':
      return { ...state, failure: undefined };
    default:
      return reduceInput(state, action);
  }
};

/** Fields that the user has changed. */
export const listChanges = ({ base, values }: EditState): EditField[] =>
  findChangedFields(base.values, values);

/** Fields that the user and another user have changed since the edit started, to different values. */
export const listConflicts = ({ base, values }: EditState, saved: EditValues): EditField[] =>
  findConflicts(base.values, values, saved);

export const isDirty = (state: EditState): boolean =>
  !isBlank(state.comment) || listChanges(state).length > 0;
