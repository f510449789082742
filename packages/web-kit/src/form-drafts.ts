// Part of each remote with forms, because first pages have none.
export { type RestoredForm, type UnsavedForm, useFormDraft } from './session/use-form-draft';
