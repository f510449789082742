import { type SavedTaskView, type SaveTaskView, taskViewLimits } from '@obieg/contracts';
import { Button, CheckboxField, Form, Notice, TextField } from '@obieg/ui';
import { ConfirmDialog, Modal, ModalActions } from '@obieg/ui/overlays';
import { notify, usePermissions } from '@obieg/web-kit';
import { type FormEvent, useState } from 'react';
import { describeError } from '../failures/describe-error';
import { useTaskMessages } from '../i18n/messages';
import { useDeleteView, useSaveView } from './views.api';

interface ViewDialogProps {
  /** The view to rename or share; undefined for a new one. */
  existing: SavedTaskView | undefined;
  /** Filters, order and columns of a new view. */
  definition: Pick<SaveTaskView, 'query' | 'sort' | 'columns'>;
  onClose: () => void;
  onSaved: (view: SavedTaskView) => void;
  onDeleted: () => void;
}

interface DeleteQuestionProps {
  view: SavedTaskView;
  onCancel: () => void;
  onDeleted: () => void;
}

const DeleteQuestion = ({ view, onCancel, onDeleted }: DeleteQuestionProps) => {
  const t = useTaskMessages();
  const { mutate, isPending, error } = useDeleteView();
  const remove = (): void =>
    mutate(view, {
      onSuccess: () => {
        notify.success(t('views.deleted', { name: view.name }));
        onDeleted();
      },
    });
  return (
    <ConfirmDialog
      isOpen
      title={t('views.delete')}
      confirmLabel={t('views.delete')}
      isRunning={isPending}
      error={error ? t('views.failed', { reason: describeError(error, t) }) : undefined}
      onConfirm={remove}
      onCancel={onCancel}
    >
      {t(view.isShared ? 'views.deleteShared' : 'views.deleteOwn', { name: view.name })}
    </ConfirmDialog>
  );
};

/** Name and sharing of a view. Keeps the filters of an existing view. */
const ViewDialog = ({ existing, definition, onClose, onSaved, onDeleted }: ViewDialogProps) => {
  const t = useTaskMessages();
  const { hasOperatorPermission } = usePermissions();
  const [name, setName] = useState(existing?.name ?? '');
  const [isShared, setIsShared] = useState(existing?.isShared ?? false);
  const [isNameMissing, setIsNameMissing] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const { mutate, isPending, error } = useSaveView();
  // Only its owner makes a shared view private.
  const isShareFixed = !hasOperatorPermission || (existing?.isShared === true && !existing.isOwn);
  const isDirty = name !== (existing?.name ?? '') || isShared !== (existing?.isShared ?? false);
  const save = (event: FormEvent): void => {
    event.preventDefault();
    const isMissing = name.trim() === '';
    setIsNameMissing(isMissing);
    if (isMissing || isPending) return;
    const { query, sort, columns } = existing ?? definition;
    mutate(
      { view: { name, isShared, query, sort, columns: [...columns] }, replaces: existing },
      {
        onSuccess: (view) => {
          notify.success(t('views.saved', { name: view.name }));
          onSaved(view);
          onClose();
        },
      },
    );
  };
  if (existing && isDeleting)
    return (
      <DeleteQuestion
        view={existing}
        onCancel={() => setIsDeleting(false)}
        onDeleted={() => {
          onDeleted();
          onClose();
        }}
      />
    );
  return (
    <Modal
      isOpen
      onClose={onClose}
      isBusy={isPending}
      isDirty={isDirty}
      title={t(existing ? 'views.editTitle' : 'views.createTitle')}
    >
      <Form onSubmit={save}>
        {error ? (
          <Notice tone="danger">{t('views.failed', { reason: describeError(error, t) })}</Notice>
        ) : null}
        <TextField
          label={t('views.name')}
          value={name}
          maxLength={taskViewLimits.nameMaxLength}
          autoComplete="off"
          data-autofocus
          error={isNameMissing ? t('views.nameRequired') : undefined}
          onChange={({ target }) => setName(target.value)}
        />
        <CheckboxField
          label={t('views.share')}
          help={t(isShareFixed ? describeFixedSharing(existing) : 'views.shareHelp')}
          checked={isShared}
          disabled={isShareFixed}
          onChange={({ target }) => setIsShared(target.checked)}
        />
        <ModalActions>
          {existing ? (
            <Button variant="danger" disabled={isPending} onClick={() => setIsDeleting(true)}>
              {t('views.delete')}
            </Button>
          ) : null}
          <Button onClick={onClose} disabled={isPending}>
            {t('task.cancel')}
          </Button>
          <Button type="submit" variant="primary" loading={isPending}>
            {t('views.save')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
};

const describeFixedSharing = (existing: SavedTaskView | undefined): string =>
  existing?.isShared ? 'views.shareOwner' : 'views.shareForbidden';

export default ViewDialog;
