import { type SavedTaskView, type SaveTaskView, taskViewLimits } from '@obieg/contracts';
import { Button, CheckboxField, TextField } from '@obieg/ui';
import { ActionDialog, ConfirmAction, useAction } from '@obieg/ui/overlays';
import { describeError, notify, usePermissions } from '@obieg/web-kit';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { JoinedNotice } from '../conflicts/JoinedNotice';
import { useJoinedSave } from '../conflicts/use-joined-save';
import { useTaskMessages } from '../i18n/messages';
import { useViewFields } from './use-view-fields';
import { etagOf, loadView, useDeleteView, useSaveView } from './views.api';

interface ViewDialogProps {
  /** The view to rename or share; undefined for a new one. */
  existing: SavedTaskView | undefined;
  /** Filters, order and columns of a new view, or those that the server refused for the existing one. */
  definition: Pick<SaveTaskView, 'query' | 'sort' | 'columns'>;
  /** Whether to save the definition at once, joined with what another user saved first. */
  isRefused?: boolean;
  onClose: () => void;
  onSaved: (view: SavedTaskView) => void;
  onDeleted: () => void;
}

const toValues = ({ name, isShared, query, sort, columns }: SaveTaskView): SaveTaskView => ({
  name,
  isShared,
  query,
  sort,
  columns: [...columns],
});

const toRevision = (view: SavedTaskView) => ({ values: toValues(view), etag: etagOf(view) });

/** A view to change, with its revision; or a new one. */
const useViewForm = (
  existing: SavedTaskView | undefined,
  definition: ViewDialogProps['definition'],
  isRefused: boolean,
) => {
  const start = toValues({ name: '', isShared: false, ...definition, ...existing });
  const form = useForm<SaveTaskView>({ defaultValues: isRefused ? { ...start, ...definition } : start });
  const [savedQuery, setSavedQuery] = useState<SaveTaskView['query']>();
  const saving = useJoinedSave(form, {
    fields: useViewFields([definition.query, existing?.query, savedQuery], savedQuery !== undefined),
    loaded: { values: start, etag: existing && etagOf(existing) },
    load: async () => {
      if (!existing) throw new Error('A new view has no revisions');
      const newest = toRevision(await loadView(existing.id));
      setSavedQuery(newest.values.query);
      return newest;
    },
  });
  return { form, saving };
};

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
      describeFailure={(error) => t('views.failed', { reason: describeError(error) })}
      onClose={onClose}
    >
      {t(view.isShared ? 'views.deleteShared' : 'views.deleteOwn', { name: view.name })}
    </ConfirmAction>
  );
};

/** Name and sharing of a view. Keeps the filters of an existing view, unless the server refused other ones. */
const ViewDialog = ({
  existing,
  definition,
  isRefused = false,
  onClose,
  onSaved,
  onDeleted,
}: ViewDialogProps) => {
  const t = useTaskMessages();
  const { hasOperatorPermission } = usePermissions();
  const [isDeleting, setIsDeleting] = useState(false);
  const { mutateAsync } = useSaveView();
  const { form, saving } = useViewForm(existing, definition, isRefused);
  const { register, handleSubmit, formState } = form;
  const action = useAction({
    describeFailure: (error) =>
      saving.isExplained(error) ? undefined : t('views.failed', { reason: describeError(error) }),
    onDone: onClose,
  });
  // Only its owner makes a shared view private.
  const isShareFixed = !hasOperatorPermission || (existing?.isShared === true && !existing.isOwn);
  const save = (): Promise<void> =>
    saving.save(async (values, { etag }) => {
      const view = await mutateAsync({
        view: toValues(values),
        replaces: existing && { id: existing.id, etag },
      });
      notify.success(t('views.saved', { name: view.name }));
      onSaved(view);
    });
  const isSavedAtOnce = useRef(false);
  useEffect(() => {
    if (!isRefused || isSavedAtOnce.current) return;
    isSavedAtOnce.current = true;
    void action.run(save);
  });
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
      onSubmit={handleSubmit(() => (saving.joined.checkChoices() ? action.run(save) : undefined))}
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
      <JoinedNotice control={form.control} joined={saving.joined} />
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
