import type { Attachment, Task } from '@obieg/contracts';
import { DateTime, Icon, IconButton, LinkButton, PersonName, useFocusFallback } from '@obieg/ui';
import { useRef } from 'react';
import classes from '../../../files/files.module.css';
import { formatFileSize } from '../../../files/format-file-size';
import { useTaskMessages } from '../../../i18n/messages';
import { nameWithAddress } from '../name-with-address';
import { useCollapsibleList } from '../use-collapsible-list';
import { isImage, isPreviewable } from './previewable';

interface AttachmentListProps {
  task: Task;
  downloadingId: number | undefined;
  onDownload: (attachment: Attachment) => void;
  onPreview: (attachment: Attachment) => void;
  onDelete: (attachment: Attachment) => void;
}

interface AttachmentRowProps extends AttachmentListProps {
  attachment: Attachment;
}

/**
 * Row with name, size, date, uploader and download button (spec 3 §2). The name of an image or PDF opens its preview.
 */
const AttachmentRow = ({
  task,
  attachment,
  downloadingId,
  onDownload,
  onPreview,
  onDelete,
}: AttachmentRowProps) => {
  const t = useTaskMessages();
  const { id, originalFilename, fileSize, uploadedAt, canDelete } = attachment;
  const uploader = nameWithAddress(task, attachment.uploadedByName, attachment.uploadedByEmail);
  const row = useRef<HTMLLIElement>(null);
  useFocusFallback(row);
  return (
    <li ref={row} className={classes['row']}>
      <span className={classes['rowIcon']}>
        <Icon name={isImage(attachment) ? 'picture' : 'document'} size={20} />
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
          {uploader ? (
            <span>
              <PersonName {...uploader} />
            </span>
          ) : null}
        </span>
      </div>
      <IconButton
        icon="download"
        label={t('attachments.download', { name: originalFilename })}
        loading={downloadingId === id}
        onClick={() => onDownload(attachment)}
      />
      {canDelete ? (
        <IconButton
          icon="delete"
          label={t('attachments.delete', { name: originalFilename })}
          onClick={() => onDelete(attachment)}
        />
      ) : null}
    </li>
  );
};

/** A longer list would move the comments off the first screen. */
const collapseLimits = { maxItems: 3, first: 1, last: 1 };

/** Attachments, oldest first. The middle of a long list is collapsed. */
export const AttachmentList = (props: AttachmentListProps) => {
  const t = useTaskMessages();
  const { attachments } = props.task;
  const { list, before, hidden, after, expand } = useCollapsibleList(attachments, collapseLimits);
  const show = (attachment: Attachment) => (
    <AttachmentRow key={attachment.id} attachment={attachment} {...props} />
  );
  return (
    <ul ref={list} className={classes['list']} aria-label={t('attachments.title')}>
      {before.map(show)}
      {hidden > 0 ? (
        <li className={classes['row']}>
          <span className={classes['rowIcon']}>
            <Icon name="more" size={20} />
          </span>
          <LinkButton onClick={expand}>{t('attachments.showAll', { total: attachments.length })}</LinkButton>
        </li>
      ) : null}
      {after.map(show)}
    </ul>
  );
};
