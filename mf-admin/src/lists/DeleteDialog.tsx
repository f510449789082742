import { Notice, Stack, Text } from '@obieg/ui';
import { ConfirmDialog } from '@obieg/ui/overlays';
import { getRejectionReason } from '@obieg/web-kit';
import type { ReactNode } from 'react';
import type { Deletion } from '../api/entity-api';
import { appendReason } from '../failures/rejection';
import { useAdminMessages } from '../i18n/messages';
import { describeChangedFields } from './changed-fields';
import { type ChangedEntity, type ShownEntity, useDeletion } from './use-deletion';

interface DeleteDialogProps {
  /** The entity to delete, as the screen shows it. The dialog is closed while it is undefined. */
  shown: ShownEntity | undefined;
  name: string | undefined;
  /** ETag of the shown revision. Entities of lists name theirs. */
  etag?: string | undefined;
  /** Section of the message catalogue that holds the texts. */
  texts: 'calendars' | 'groups' | 'parameters' | 'scenarios' | 'statuses' | 'targets' | 'transitions';
  deletion: Deletion;
  /** Replaces the text for a failure by the server's reason, if any. The default appends the reason. */
  isReasonEnough?: boolean;
  /** Called after the deletion. The default is `onClose`. */
  onDeleted?: () => void;
  onClose: () => void;
  /** What the deletion of the item affects. */
  children?: ReactNode;
}

/** Says what another user has changed, so that the user can decide again. */
const ChangeNotice = ({ changed: { before, after, lastChange } }: { changed: ChangedEntity }) => {
  const t = useAdminMessages();
  const author = lastChange?.authorName;
  const fields = describeChangedFields(before, after, t);
  return (
    <Notice tone="warning" title={author ? t('outdated.changedBy', { name: author }) : t('outdated.changed')}>
      <Stack gap="xs">
        {fields.map((field) => (
          <Text key={field}>{field}</Text>
        ))}
        <Text>{t('outdated.deleteAgain')}</Text>
      </Stack>
    </Notice>
  );
};

/**
 * Confirms the deletion of a named item and shows the reason if the server rejects it (spec 2 §2). If another user has
 * changed the item since the screen showed it, the dialog says what, and asks again.
 */
export const DeleteDialog = ({
  shown,
  name,
  etag,
  texts,
  deletion,
  isReasonEnough = false,
  onDeleted,
  onClose,
  children,
}: DeleteDialogProps) => {
  const t = useAdminMessages();
  const { changed, failure, isRunning, remove, forget } = useDeletion({
    shown,
    etag,
    deletion,
    onDeleted: onDeleted ?? onClose,
  });
  const describe = (error: unknown): string => {
    const text = t(`${texts}.deleteFailed`);
    return isReasonEnough ? (getRejectionReason(error) ?? text) : appendReason(text, error);
  };
  const question = t(`${texts}.deleteQuestion`);
  return (
    <ConfirmDialog
      isOpen={shown !== undefined}
      title={t(`${texts}.deleteTitle`, { name: name ?? '' })}
      confirmLabel={t(`${texts}.deleteButton`)}
      cancelLabel={t(`${texts}.cancel`)}
      isRunning={isRunning}
      error={failure === undefined ? undefined : describe(failure)}
      onConfirm={remove}
      onCancel={() => {
        forget();
        onClose();
      }}
    >
      {children || changed ? (
        <Stack>
          <Text>{question}</Text>
          {changed ? <ChangeNotice changed={changed} /> : null}
          {children}
        </Stack>
      ) : (
        question
      )}
    </ConfirmDialog>
  );
};
