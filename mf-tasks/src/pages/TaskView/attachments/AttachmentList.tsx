import type { Attachment } from '@obieg/contracts';
import { DateTime, Icon, IconButton, LinkButton } from '@obieg/ui';
import { useTaskMessages } from '../../../messages';
import { useFold } from '../use-fold';
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

interface AttachmentRowProps extends Omit<AttachmentListProps, 'attachments'> {
  attachment: Attachment;
}

/** Name, size, date, who, download (spec 3 §2); a picture or PDF opens by its name. */
const AttachmentRow = ({ attachment, busyId, onDownload, onPreview }: AttachmentRowProps) => {
  const t = useTaskMessages();
  const { id, originalFilename, fileSize, uploadedAt, uploadedByEmail } = attachment;
  return (
    <li className={classes['row']}>
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
};

/** More than fit beside the rest of a task. */
const folded = { most: 8, first: 3, last: 4 };

/** The files, oldest first; of many those in the middle only when asked for. */
export const AttachmentList = ({ attachments, ...row }: AttachmentListProps) => {
  const t = useTaskMessages();
  const { list, before, hidden, after, unfold } = useFold(attachments, folded);
  const show = (attachment: Attachment) => (
    <AttachmentRow key={attachment.id} attachment={attachment} {...row} />
  );
  return (
    <ul ref={list} className={classes['list']} aria-label={t('attachments.title')}>
      {before.map(show)}
      {hidden > 0 ? (
        <li className={classes['row']}>
          <span className={classes['rowIcon']}>
            <Icon name="more" size={20} />
          </span>
          <LinkButton onClick={unfold}>{t('attachments.showAll', { total: attachments.length })}</LinkButton>
        </li>
      ) : null}
      {after.map(show)}
    </ul>
  );
};
