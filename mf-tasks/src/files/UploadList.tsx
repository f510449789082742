import { Icon, IconButton, useFocusFallback } from '@obieg/ui';
import { isApiError, readReason, type Translate } from '@obieg/web-kit';
import { useRef } from 'react';
import { useTaskMessages } from '../i18n/messages';
import classes from './files.module.css';
import { formatFileSize } from './format-file-size';
import type { UploadItem } from './upload-queue';

/** Returns the text of spec 3 §8 with the reason, if there is one. */
const describeUploadFailure = ({ failure }: UploadItem, t: Translate): string => {
  const reason =
    typeof failure === 'object' ? readReason(failure.error) : failure && t(`attachments.rejected.${failure}`);
  return reason === undefined ? t('attachments.uploadFailed') : t('attachments.uploadFailedWith', { reason });
};

/** A 4xx response would repeat itself. Network errors, rate limits and server errors are temporary. */
const isRetryable = ({ failure }: UploadItem): boolean => {
  if (typeof failure !== 'object') return false;
  const status = isApiError(failure.error) ? failure.error.status : undefined;
  return status === undefined || status === 429 || status >= 500;
};

const State = ({ item }: { item: UploadItem }) => {
  const t = useTaskMessages();
  const { state, progress, file } = item;
  if (state === 'failed')
    return (
      <span className={classes['failure']}>
        <Icon name="error" />
        {describeUploadFailure(item, t)}
      </span>
    );
  if (state === 'waiting') return <span className={classes['meta']}>{t('attachments.waiting')}</span>;
  return (
    <span className={classes['sending']}>
      <progress
        className={classes['progress']}
        value={progress}
        max={1}
        aria-label={t('attachments.progress', { name: file.name })}
      />
      <span className={classes['percent']}>{Math.round(progress * 100)}%</span>
    </span>
  );
};

interface UploadRowProps {
  item: UploadItem;
  onRetry: (id: string) => void;
  onRemove: (id: string) => void;
}

const UploadRow = ({ item, onRetry, onRemove }: UploadRowProps) => {
  const t = useTaskMessages();
  const row = useRef<HTMLLIElement>(null);
  const remover = useRef<HTMLButtonElement>(null);
  useFocusFallback(row);
  const { id, file, state } = item;
  return (
    <li ref={row} className={classes['row']}>
      <div className={classes['rowText']}>
        <span className={classes['name']}>
          {file.name} <span className={classes['meta']}>{formatFileSize(file.size)}</span>
        </span>
        <State item={item} />
      </div>
      {isRetryable(item) ? (
        <IconButton
          icon="refresh"
          label={t('attachments.retryNamed', { name: file.name })}
          onClick={() => {
            onRetry(id);
            // The retry button disappears during the retry.
            remover.current?.focus();
          }}
        />
      ) : null}
      <IconButton
        ref={remover}
        icon="clear"
        label={t(state === 'failed' ? 'attachments.dismiss' : 'attachments.cancel', { name: file.name })}
        onClick={() => onRemove(id)}
      />
    </li>
  );
};

interface UploadListProps extends Omit<UploadRowProps, 'item'> {
  items: readonly UploadItem[];
}

/** Queued uploads with their progress. Failed uploads show the reason and, for temporary errors, a retry. */
export const UploadList = ({ items, ...actions }: UploadListProps) => {
  const t = useTaskMessages();
  return (
    <ul
      className={classes['list']}
      aria-label={t('attachments.queue')}
      aria-live="polite"
      aria-relevant="additions"
    >
      {items.map((item) => (
        <UploadRow key={item.id} item={item} {...actions} />
      ))}
    </ul>
  );
};
