import { limits } from '@obieg/contracts';

export type ReadFile =
  | { value: unknown; problem?: never }
  | { value?: never; problem: 'tooLarge' | 'notJson' };

/** Reads a chosen file. The server checks its content. */
export const readJsonFile = async (file: File): Promise<ReadFile> => {
  if (file.size > limits.workflowFileBytes) return { problem: 'tooLarge' };
  try {
    const value: unknown = JSON.parse(await file.text());
    return typeof value === 'object' && value !== null ? { value } : { problem: 'notJson' };
  } catch {
    return { problem: 'notJson' };
  }
};
