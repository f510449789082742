import type { Attachment } from '@obieg/contracts';
import { Button, EmptyState, ErrorPanel, IconButton, Loading, Notice, Spinner } from '@obieg/ui';
import { Modal } from '@obieg/ui/overlays';
import { Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { lazyPart } from '../../../lazy-part';
import { useTaskMessages } from '../../../messages';
import { useAttachment } from './attachments.api';
import classes from './attachments.module.css';
import { formatFileSize } from './format-file-size';
import { Picture } from './Picture';
import { isPicture } from './previewable';
import { useDownload } from './use-download';

const PdfPages = lazyPart(() => import(/* webpackChunkName: "mf-tasks-pdf" */ './PdfPages'));

interface PreviewProps {
  taskId: number;
  attachment: Attachment;
}

const Waiting = () => (
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
          icon={isPicture(attachment) ? 'picture' : 'document'}
          title={t('attachments.previewFailed')}
        />
      </div>
    );
  }
  if (!content) return <Waiting />;
  return isPicture(attachment) ? (
    <Picture content={content} name={attachment.originalFilename} onFailure={onFailure} />
  ) : (
    <Suspense fallback={<Waiting />}>
      <PdfPages content={content} onFailure={onFailure} />
    </Suspense>
  );
};

interface PreviewDialogProps {
  taskId: number;
  /** All that can be looked at, in the list's order. */
  attachments: readonly Attachment[];
  openId: number;
  onOpen: (id: number) => void;
  onClose: () => void;
}

/** At the first and the last one the button that led there cannot be pressed any more; the other one can. */
const useTurnButtons = (isFirst: boolean, isLast: boolean) => {
  const back = useRef<HTMLButtonElement>(null);
  const forward = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (isFirst && document.activeElement === back.current) forward.current?.focus();
    if (isLast && document.activeElement === forward.current) back.current?.focus();
  }, [isFirst, isLast]);
  return { back, forward };
};

/** The arrows are its own there. */
const scrollsSideways = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.tabIndex === 0 && target.scrollWidth > target.clientWidth;

/** A picture or PDF without leaving the task; the arrow keys go to the one before and after it. */
const PreviewDialog = ({ taskId, attachments, openId, onOpen, onClose }: PreviewDialogProps) => {
  const t = useTaskMessages();
  const { download, busyId, failure } = useDownload(taskId);
  const index = attachments.findIndex(({ id }) => id === openId);
  const attachment = attachments[index];
  const previous = attachments[index - 1];
  const next = attachments[index + 1];
  const { back, forward } = useTurnButtons(!previous, !next);

  useEffect(() => {
    const turn = ({ key, target }: KeyboardEvent): void => {
      if (scrollsSideways(target)) return;
      const neighbour = key === 'ArrowLeft' ? previous : key === 'ArrowRight' ? next : undefined;
      if (neighbour) onOpen(neighbour.id);
    };
    document.addEventListener('keydown', turn);
    return () => document.removeEventListener('keydown', turn);
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
              ref={back}
              icon="back"
              label={t('attachments.previous')}
              disabled={!previous}
              onClick={() => previous && onOpen(previous.id)}
            />
            <span className={classes['meta']} aria-live="polite">
              {t('attachments.position', { index: index + 1, total: attachments.length })}
            </span>
            <IconButton
              ref={forward}
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
          loading={busyId === attachment.id}
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
