import { useSyncExternalStore } from 'react';
import { getSubmissionFiles } from './submission-files';

export const useSubmissionFiles = (draftId: string) => {
  const files = getSubmissionFiles(draftId);
  const state = useSyncExternalStore(files.subscribe, files.state);
  return {
    files,
    state,
    /** Failed uploads do not count: the user sees them and may submit without them. */
    isUploading: state.items.some(({ state: progress }) => progress !== 'failed'),
  };
};
