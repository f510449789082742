import { createContext, use } from 'react';

export type FieldSize = 'normal' | 'large';

/** Size of all fields of a form, so that one form has one height and one text size. */
export const FieldSizeContext = createContext<FieldSize>('normal');

const inputSizes = { normal: 'sm', large: 'md' } as const;

/** Returns Mantine's size for a field: its own size, otherwise that of its form. */
export const useInputSize = (own: FieldSize | undefined): 'sm' | 'md' => {
  const formSize = use(FieldSizeContext);
  return inputSizes[own ?? formSize];
};
