import { type FormEvent, useRef, useState } from 'react';

interface SingleFieldOptions {
  isFilled: (typed: string) => boolean;
  /** Whether a missing value is a problem as soon as the visitor leaves the field, not only on submission. */
  isCheckedOnLeave?: boolean;
  send: (typed: string) => Promise<void>;
}

/**
 * A form with one field. Other forms use react-hook-form, which would be the largest part that /login adds to a
 * visitor's first page.
 */
export const useSingleField = ({ isFilled, isCheckedOnLeave = false, send }: SingleFieldOptions) => {
  const ref = useRef<HTMLInputElement>(null);
  const [isValid, setIsValid] = useState(false);
  const [isChecked, setIsChecked] = useState(false);
  const [isSubmitting, setIsSubmitting] = useState(false);
  const check = (): boolean => {
    const isNowValid = isFilled(ref.current?.value ?? '');
    setIsValid(isNowValid);
    return isNowValid;
  };
  const submit = async (): Promise<void> => {
    setIsChecked(true);
    if (!check()) return ref.current?.focus();
    setIsSubmitting(true);
    try {
      await send(ref.current?.value ?? '');
    } finally {
      setIsSubmitting(false);
    }
  };
  return {
    field: {
      ref,
      onChange: () => void check(),
      onBlur: () => {
        if (!isCheckedOnLeave) return;
        setIsChecked(true);
        check();
      },
    },
    isValid,
    hasProblem: isChecked && !isValid,
    isSubmitting,
    onSubmit: (event: FormEvent): void => {
      event.preventDefault();
      void submit();
    },
  };
};
