import { createContext, use } from 'react';

export type FieldSize = 'normal' | 'large';

/** Size of all fields of a form, so that one form has one height and one text size. */
export const FieldSizeContext = createContext<FieldSize>('normal');

/** Returns the size of a field: its own, otherwise that of its form. */
export const useInputSize = (own: FieldSize | undefined): FieldSize => {
  const formSize = use(FieldSizeContext);
  return own ?? formSize;
};
