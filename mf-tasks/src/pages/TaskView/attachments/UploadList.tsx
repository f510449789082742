import { Icon, IconButton, useFocusFallback } from '@obieg/ui';
import { isApiError, type Translate } from '@obieg/web-kit';
import { useRef } from 'react';
import { readReason } from '../../../describe-error';
import { useTaskMessages } from '../../../messages';
import classes from './attachments.module.css';
import { formatFileSize } from './format-file-size';
import type { UploadItem } from './upload-queue';

/** Spec 3 §8: the plain text, with the server's message where it sent one. */
const explain = ({ failure }: UploadItem, t: Translate): string => {
  const reason =
    typeof failure === 'object'
      ? readReason(failure.error, t)
      : failure && t(`attachments.refused.${failure}`);
  return reason === undefined ? t('attachments.uploadFailed') : t('attachments.uploadFailedWith', { reason });
};

/** What the server has judged it judges again; a lost connection, a limit or a fault is worth another try. */
const isWorthRetrying = ({ failure }: UploadItem): boolean => {
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
        {explain(item, t)}
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
      {isWorthRetrying(item) ? (
        <IconButton
          icon="refresh"
          label={t('attachments.retryNamed', { name: file.name })}
          onClick={() => {
            onRetry(id);
            // There is nothing to try again while it is tried.
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

/** What is on its way, with its progress; what failed says why and can be tried again. */
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
