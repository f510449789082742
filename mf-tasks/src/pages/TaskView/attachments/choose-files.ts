import { attachmentTypeOf } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';

/** What the picker offers (spec 3 §5). */
export const acceptedFiles = 'image/*,.pdf,.doc,.docx,.txt';

export type Refusal = 'tooLarge' | 'empty' | 'wrongType';

/** Why a file would be refused, known before it is sent. The server judges the content, too. */
export const refusalOf = ({ name, size }: Pick<File, 'name' | 'size'>): Refusal | undefined => {
  if (attachmentTypeOf(name) === undefined) return 'wrongType';
  if (size === 0) return 'empty';
  return size > limits.attachmentBytes ? 'tooLarge' : undefined;
};

/** `2026-11-21_09-41-05` in the reader's time zone: a name that sorts and that every file system takes. */
const timestamp = (now: Date): string => {
  const two = (value: number): string => String(value).padStart(2, '0');
  const date = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-');
  return `${date}_${[two(now.getHours()), two(now.getMinutes()), two(now.getSeconds())].join('-')}`;
};

/** The name of a photo from the camera (spec 3 §9). */
export const photoName = (now: Date): string => `${timestamp(now)}.jpg`;

/** Browsers name every pasted picture alike. */
export const namePasted = (file: File, now: Date): File => {
  const [, extension] = /^image\.(\w+)$/.exec(file.name) ?? [];
  return extension === undefined
    ? file
    : new File([file], `${timestamp(now)}.${extension}`, { type: file.type });
};
