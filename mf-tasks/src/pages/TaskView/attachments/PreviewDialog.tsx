import type { Attachment } from '@obieg/contracts';
import { Button, EmptyState, ErrorPanel, IconButton, Loading, Notice, Spinner } from '@obieg/ui';
import { Modal } from '@obieg/ui/overlays';
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import classes from '../../../files/files.module.css';
import { formatFileSize } from '../../../files/format-file-size';
import { useTaskMessages } from '../../../i18n/messages';
import { lazyPart } from '../../../lazy-parts/lazy-part';
import { useAttachment } from './attachments.api';
import { ImagePreview } from './ImagePreview';
import { isImage } from './previewable';
import { useDownload } from './use-download';

const PdfPages = lazyPart(() => import(/* webpackChunkName: "mf-tasks-pdf" */ './PdfPages'));

interface PreviewProps {
  taskId: number;
  attachment: Attachment;
}

const LoadingPreview = () => (
  <Loading>
    <Spinner />
  </Loading>
);

const Preview = ({ taskId, attachment }: PreviewProps) => {
  const t = useTaskMessages();
  const { data: content, error, isFetching, refetch } = useAttachment(taskId, attachment);
  const [isUnreadable, setIsUnreadable] = useState(false);
  const onFailure = (): void => setIsUnreadable(true);
  if (error)
    return (
      <ErrorPanel
        title={t('attachments.downloadFailed')}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  if (isUnreadable) {
    return (
      <div role="status">
        <EmptyState
          icon={isImage(attachment) ? 'picture' : 'document'}
          title={t('attachments.previewFailed')}
        />
      </div>
    );
  }
  if (!content) return <LoadingPreview />;
  return isImage(attachment) ? (
    <ImagePreview content={content} name={attachment.originalFilename} onFailure={onFailure} />
  ) : (
    <Suspense fallback={<LoadingPreview />}>
      <PdfPages content={content} onFailure={onFailure} />
    </Suspense>
  );
};

interface PreviewDialogProps {
  taskId: number;
  /** All previewable attachments in the order of the list. */
  attachments: readonly Attachment[];
  openId: number;
  onOpen: (id: number) => void;
  onClose: () => void;
}

/** Moves the focus to the other arrow button when the focused one is disabled at the first or last preview. */
const useArrowButtons = (isFirst: boolean, isLast: boolean) => {
  const previousButton = useRef<HTMLButtonElement>(null);
  const nextButton = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (isFirst && document.activeElement === previousButton.current) nextButton.current?.focus();
    if (isLast && document.activeElement === nextButton.current) previousButton.current?.focus();
  }, [isFirst, isLast]);
  return { previousButton, nextButton };
};

/** Arrow keys scroll such an element and must not change the preview. */
const scrollsHorizontally = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.tabIndex === 0 && target.scrollWidth > target.clientWidth;

/** Preview of an image or PDF. The arrow keys open the previous and next attachment. */
const PreviewDialog = ({ taskId, attachments, openId, onOpen, onClose }: PreviewDialogProps) => {
  const t = useTaskMessages();
  const { download, downloadingId, failure } = useDownload(taskId);
  const index = attachments.findIndex(({ id }) => id === openId);
  const attachment = attachments[index];
  const previous = attachments[index - 1];
  const next = attachments[index + 1];
  const { previousButton, nextButton } = useArrowButtons(!previous, !next);

  useEffect(() => {
    const handleKey = ({ key, target }: KeyboardEvent): void => {
      if (scrollsHorizontally(target)) return;
      const neighbour = key === 'ArrowLeft' ? previous : key === 'ArrowRight' ? next : undefined;
      if (neighbour) onOpen(neighbour.id);
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [previous, next, onOpen]);

  if (!attachment) return null;
  return (
    <Modal isOpen onClose={onClose} title={attachment.originalFilename} width="widest">
      {failure ? <Notice tone="danger">{failure}</Notice> : null}
      <div className={classes['preview']}>
        <Preview key={attachment.id} taskId={taskId} attachment={attachment} />
      </div>
      <div className={classes['previewBar']}>
        {attachments.length > 1 ? (
          <>
            <IconButton
              ref={previousButton}
              icon="back"
              label={t('attachments.previous')}
              disabled={!previous}
              onClick={() => previous && onOpen(previous.id)}
            />
            <span className={classes['meta']} aria-live="polite">
              {t('attachments.position', { index: index + 1, total: attachments.length })}
            </span>
            <IconButton
              ref={nextButton}
              icon="forward"
              label={t('attachments.next')}
              disabled={!next}
              onClick={() => next && onOpen(next.id)}
            />
          </>
        ) : null}
        <span className={classes['previewSize']}>{formatFileSize(attachment.fileSize)}</span>
        <Button
          icon="download"
          loading={downloadingId === attachment.id}
          onClick={() => void download(attachment)}
          aria-label={t('attachments.download', { name: attachment.originalFilename })}
        >
          {t('attachments.downloadShort')}
        </Button>
      </div>
    </Modal>
  );
};
export default PreviewDialog;
