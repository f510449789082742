import { attachmentTypeOf } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { isHeic } from './heic';

/** Filter of the file dialog (spec 3 §5). */
export const acceptedFiles = 'image/*,.pdf,.doc,.docx,.txt';

export type RejectionReason = 'tooLarge' | 'empty' | 'wrongType' | 'heic';

/**
 * Returns why the server would reject a file, or undefined. The server also checks the content. A photo in HEIC passes,
 * because the queue converts it, and checks the result.
 */
export const checkFile = (file: Pick<File, 'name' | 'size' | 'type'>): RejectionReason | undefined => {
  const { name, size } = file;
  if (size === 0) return 'empty';
  if (isHeic(file)) return undefined;
  if (attachmentTypeOf(name) === undefined) return 'wrongType';
  return size > limits.attachmentBytes ? 'tooLarge' : undefined;
};

/** Returns the local time as `2026-11-21_09-41-05`, which sorts by time and is valid in every file system. */
const timestamp = (now: Date): string => {
  const padTwo = (value: number): string => String(value).padStart(2, '0');
  const date = [now.getFullYear(), padTwo(now.getMonth() + 1), padTwo(now.getDate())].join('-');
  return `${date}_${[padTwo(now.getHours()), padTwo(now.getMinutes()), padTwo(now.getSeconds())].join('-')}`;
};

/** Returns the name of a photo from the camera (spec 3 §9). */
export const createPhotoName = (now: Date): string => `${timestamp(now)}.jpg`;

/** Gives a pasted image a unique name, because browsers name all of them `image.png`. */
export const renamePastedImage = (file: File, now: Date): File => {
  const [, extension] = /^image\.(\w+)$/.exec(file.name) ?? [];
  return extension === undefined
    ? file
    : new File([file], `${timestamp(now)}.${extension}`, { type: file.type });
};
