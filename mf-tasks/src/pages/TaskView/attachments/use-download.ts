import type { Attachment } from '@obieg/contracts';
import { readReason, saveFile } from '@obieg/web-kit';
import { useState } from 'react';
import { useTaskMessages } from '../../../i18n/messages';
import { fetchAttachment } from './attachments.api';

/** Downloads an attachment under its original name and returns the error text of a failure (spec 3 §8). */
export const useDownload = (taskId: number) => {
  const t = useTaskMessages();
  const [downloadingId, setDownloadingId] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const download = async (attachment: Attachment): Promise<void> => {
    setDownloadingId(attachment.id);
    setFailure(undefined);
    try {
      saveFile(await fetchAttachment(taskId, attachment), attachment.originalFilename);
    } catch (error) {
      setFailure([t('attachments.downloadFailed'), readReason(error)].filter(Boolean).join(': '));
    } finally {
      setDownloadingId(undefined);
    }
  };
  return { download, downloadingId, failure, clearFailure: () => setFailure(undefined) };
};
