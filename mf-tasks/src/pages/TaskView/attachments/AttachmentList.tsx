import type { Attachment } from '@obieg/contracts';
import { DateTime, Icon, IconButton, LinkButton } from '@obieg/ui';
import { useTaskMessages } from '../../../messages';
import classes from './attachments.module.css';
import { formatFileSize } from './format-file-size';
import { isPicture, isPreviewable } from './previewable';

interface AttachmentListProps {
  attachments: readonly Attachment[];
  /** The one that is being downloaded. */
  busyId: number | undefined;
  onDownload: (attachment: Attachment) => void;
  onPreview: (attachment: Attachment) => void;
}

/** Name, size, date, who, download (spec 3 §2); a picture or PDF opens by its name. */
export const AttachmentList = ({ attachments, busyId, onDownload, onPreview }: AttachmentListProps) => {
  const t = useTaskMessages();
  return (
    <ul className={classes['list']} aria-label={t('attachments.title')}>
      {attachments.map((attachment) => {
        const { id, originalFilename, fileSize, uploadedAt, uploadedByEmail } = attachment;
        return (
          <li key={id} className={classes['row']}>
            <span className={classes['rowIcon']}>
              <Icon name={isPicture(attachment) ? 'picture' : 'document'} size={20} />
            </span>
            <div className={classes['rowText']}>
              <span className={classes['name']}>
                {isPreviewable(attachment) ? (
                  <LinkButton onClick={() => onPreview(attachment)}>{originalFilename}</LinkButton>
                ) : (
                  originalFilename
                )}
              </span>
              <span className={`${classes['meta']} ${classes['facts']}`}>
                <span>{formatFileSize(fileSize)}</span>
                <DateTime value={uploadedAt} />
                {uploadedByEmail ? <span>{uploadedByEmail}</span> : null}
              </span>
            </div>
            <IconButton
              icon="download"
              label={t('attachments.download', { name: originalFilename })}
              loading={busyId === id}
              onClick={() => onDownload(attachment)}
            />
          </li>
        );
      })}
    </ul>
  );
};
