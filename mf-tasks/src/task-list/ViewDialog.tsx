import { type SavedTaskView, type SaveTaskView, taskViewLimits } from '@obieg/contracts';
import { Button, CheckboxField, TextField } from '@obieg/ui';
import { ActionDialog, ConfirmAction, useAction } from '@obieg/ui/overlays';
import { notify, usePermissions } from '@obieg/web-kit';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
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

type ViewFields = Pick<SavedTaskView, 'name' | 'isShared'>;

interface DeleteQuestionProps {
  view: SavedTaskView;
  onClose: () => void;
  onDeleted: () => void;
}

const DeleteQuestion = ({ view, onClose, onDeleted }: DeleteQuestionProps) => {
  const t = useTaskMessages();
  const { mutateAsync } = useDeleteView();
  const remove = async (): Promise<void> => {
    await mutateAsync(view);
    notify.success(t('views.deleted', { name: view.name }));
    onDeleted();
  };
  return (
    <ConfirmAction
      title={t('views.delete')}
      confirmLabel={t('views.delete')}
      action={remove}
      describeFailure={(error) => t('views.failed', { reason: describeError(error, t) })}
      onClose={onClose}
    >
      {t(view.isShared ? 'views.deleteShared' : 'views.deleteOwn', { name: view.name })}
    </ConfirmAction>
  );
};

/** Name and sharing of a view. Keeps the filters of an existing view. */
const ViewDialog = ({ existing, definition, onClose, onSaved, onDeleted }: ViewDialogProps) => {
  const t = useTaskMessages();
  const { hasOperatorPermission } = usePermissions();
  const [isDeleting, setIsDeleting] = useState(false);
  const { mutateAsync } = useSaveView();
  const action = useAction({
    describeFailure: (error) => t('views.failed', { reason: describeError(error, t) }),
    onDone: onClose,
  });
  const { register, handleSubmit, formState } = useForm<ViewFields>({
    defaultValues: { name: existing?.name ?? '', isShared: existing?.isShared ?? false },
  });
  // Only its owner makes a shared view private.
  const isShareFixed = !hasOperatorPermission || (existing?.isShared === true && !existing.isOwn);
  const save = async (fields: ViewFields): Promise<void> => {
    const { query, sort, columns } = existing ?? definition;
    const view = await mutateAsync({
      view: { ...fields, query, sort, columns: [...columns] },
      replaces: existing,
    });
    notify.success(t('views.saved', { name: view.name }));
    onSaved(view);
  };
  if (existing && isDeleting)
    return (
      <DeleteQuestion
        view={existing}
        onClose={() => setIsDeleting(false)}
        onDeleted={() => {
          onDeleted();
          onClose();
        }}
      />
    );
  return (
    <ActionDialog
      title={t(existing ? 'views.editTitle' : 'views.createTitle')}
      isDirty={formState.isDirty}
      action={action}
      onSubmit={handleSubmit((fields) => action.run(() => save(fields)))}
      submitLabel={t('views.save')}
      leadingActions={
        existing ? (
          <Button variant="danger" disabled={action.isRunning} onClick={() => setIsDeleting(true)}>
            {t('views.delete')}
          </Button>
        ) : null
      }
      onClose={onClose}
    >
      <TextField
        {...register('name', { validate: (name) => name.trim() !== '' })}
        label={t('views.name')}
        maxLength={taskViewLimits.nameMaxLength}
        autoComplete="off"
        data-autofocus
        error={formState.errors.name ? t('views.nameRequired') : undefined}
      />
      <CheckboxField
        {...register('isShared')}
        label={t('views.share')}
        help={t(isShareFixed ? describeFixedSharing(existing) : 'views.shareHelp')}
        disabled={isShareFixed}
      />
    </ActionDialog>
  );
};

const describeFixedSharing = (existing: SavedTaskView | undefined): string =>
  existing?.isShared ? 'views.shareOwner' : 'views.shareForbidden';

export default ViewDialog;
