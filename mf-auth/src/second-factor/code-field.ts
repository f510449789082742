import { limits } from '@obieg/contracts';
import type { ClipboardEvent } from 'react';
import { object, regex, string, trim } from 'zod/mini';

/** Error messages are message keys; the form translates them. */
export const codeSchema = string().check(trim(), regex(/^\d{6}$/, 'step.codeDigits'));
export const codeFormSchema = object({ code: codeSchema });

export const codeFieldAttributes = {
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
  maxLength: limits.verificationCodeLength,
} as const;

/** Takes the digits of pasted text. Apps copy codes with a space, which `maxLength` would cut. */
export const pasteCode =
  (setCode: (digits: string) => void) =>
  (event: ClipboardEvent<HTMLInputElement>): void => {
    const digits = event.clipboardData.getData('text').replace(/\D/g, '');
    if (digits.length !== limits.verificationCodeLength) return;
    event.preventDefault();
    setCode(digits);
  };
