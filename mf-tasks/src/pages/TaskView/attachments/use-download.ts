import type { Attachment } from '@obieg/contracts';
import { useState } from 'react';
import { readReason } from '../../../describe-error';
import { useTaskMessages } from '../../../messages';
import { fetchAttachment } from './attachments.api';
import { saveFile } from './save-file';

/** Downloads under the original name; says in place which file could not be had (spec 3 §8). */
export const useDownload = (taskId: number) => {
  const t = useTaskMessages();
  const [busyId, setBusyId] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const download = async (attachment: Attachment): Promise<void> => {
    setBusyId(attachment.id);
    setFailure(undefined);
    try {
      saveFile(await fetchAttachment(taskId, attachment), attachment.originalFilename);
    } catch (error) {
      setFailure([t('attachments.downloadFailed'), readReason(error, t)].filter(Boolean).join(': '));
    } finally {
      setBusyId(undefined);
    }
  };
  return { download, busyId, failure, clearFailure: () => setFailure(undefined) };
};
