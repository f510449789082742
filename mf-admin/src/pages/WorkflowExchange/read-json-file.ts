import { limits } from '@obieg/contracts';
import { isRecord } from '@obieg/contracts/is-record';

export type ReadFile =
  | { value: unknown; problem?: never }
  | { value?: never; problem: 'tooLarge' | 'notJson' | 'notWorkflow' };

/** Reads a chosen file. The server checks its content. */
export const readJsonFile = async (file: File): Promise<ReadFile> => {
  if (file.size > limits.workflowFileBytes) return { problem: 'tooLarge' };
  try {
    const value: unknown = JSON.parse(await file.text());
    return isRecord(value) ? { value } : { problem: 'notWorkflow' };
  } catch {
    return { problem: 'notJson' };
  }
};
