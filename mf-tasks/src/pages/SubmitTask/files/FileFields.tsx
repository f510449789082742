import { limits } from '@obieg/contracts/limits';
import { FieldGroup, Icon, IconButton, Notice, Text, useFocusFallback } from '@obieg/ui';
import { readReason, useSession } from '@obieg/web-kit';
import { useRef } from 'react';
import { ChooseFilesButton } from '../../../files/ChooseFilesButton';
import classes from '../../../files/files.module.css';
import { formatFileSize } from '../../../files/format-file-size';
import { UploadList } from '../../../files/UploadList';
import { useDroppedFiles, usePastedFiles } from '../../../files/use-incoming-files';
import { useTaskMessages } from '../../../i18n/messages';
import type { StoredFiles } from './stored-files';
import type { SubmissionFiles, SubmissionFilesState } from './submission-files';

interface StoredFileRowProps {
  file: StoredFiles['files'][number];
  isRemoving: boolean;
  onRemove: () => void;
}

const StoredFileRow = ({ file, isRemoving, onRemove }: StoredFileRowProps) => {
  const t = useTaskMessages();
  const row = useRef<HTMLLIElement>(null);
  useFocusFallback(row);
  return (
    <li ref={row} className={classes['row']}>
      <span className={classes['rowIcon']}>
        <Icon name="file" />
      </span>
      <div className={classes['rowText']}>
        <span className={classes['name']}>
          {file.originalFilename} <span className={classes['meta']}>{formatFileSize(file.fileSize)}</span>
        </span>
      </div>
      <IconButton
        icon="delete"
        label={t('submit.files.remove', { name: file.originalFilename })}
        loading={isRemoving}
        onClick={onRemove}
      />
    </li>
  );
};

const Notices = ({ state, files }: FileFieldsProps) => {
  const t = useTaskMessages();
  const { removalError } = state;
  const reason = removalError === undefined ? undefined : readReason(removalError);
  return (
    <>
      {state.hasExpired ? <Notice tone="warning">{t('submit.files.expired')}</Notice> : null}
      {state.isOverLimit ? (
        <Notice tone="warning">{t('submit.files.limit', { max: limits.pendingAttachmentsMax })}</Notice>
      ) : null}
      {removalError === undefined ? null : (
        <Notice
          tone="danger"
          onDismiss={files.dismissRemovalError}
          {...(reason ? { title: t('submit.files.removeFailed') } : {})}
        >
          {reason ?? t('submit.files.removeFailed')}
        </Notice>
      )}
    </>
  );
};

interface FileFieldsProps {
  state: SubmissionFilesState;
  files: SubmissionFiles;
}

/** Files of the submission: chosen, dropped or pasted, with progress and removal. */
export const FileFields = ({ state, files }: FileFieldsProps) => {
  const t = useTaskMessages();
  const isVisitor = useSession() === undefined;
  const chooseButton = useRef<HTMLButtonElement>(null);
  const isDragging = useDroppedFiles(files.add);
  usePastedFiles(files.add);
  const isFull = state.files.length + state.items.length >= limits.pendingAttachmentsMax;
  return (
    <FieldGroup legend={t('submit.files.title')} help={isVisitor ? t('submit.files.help') : undefined}>
      <div className={classes['upload']}>
        {state.files.length > 0 ? (
          <ul className={classes['list']} aria-label={t('submit.files.added')}>
            {state.files.map((file) => (
              <StoredFileRow
                key={file.id}
                file={file}
                isRemoving={state.removingId === file.id}
                onRemove={() => void files.remove(file.id).then(() => chooseButton.current?.focus())}
              />
            ))}
          </ul>
        ) : null}
        {state.items.length > 0 ? (
          <UploadList
            items={state.items}
            onRetry={files.retry}
            onRemove={(id) => {
              files.cancel(id);
              chooseButton.current?.focus();
            }}
          />
        ) : null}
        <Notices state={state} files={files} />
        <div className={classes['drop']} data-over={isDragging || undefined}>
          <div className={classes['dropText']}>
            <p className={classes['dropHint']}>{t('attachments.drop')}</p>
            <Text muted size="small">
              {t('attachments.hint')}
            </Text>
          </div>
          <div className={classes['dropActions']}>
            <ChooseFilesButton ref={chooseButton} disabled={isFull} onChoose={files.add} />
          </div>
        </div>
      </div>
    </FieldGroup>
  );
};
