import { zodResolver } from '@hookform/resolvers/zod';
import { statusTypes, type WorkflowStatus } from '@obieg/contracts';
import { Button, Card, Form, FormActions, Notice, SelectField, TextField } from '@obieg/ui';
import { isApiError, useNavigate } from '@obieg/web-kit';
import { useRef, useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import { ConflictNotice } from '../../ConflictNotice';
import { useAdminMessages } from '../../messages';
import { isPreconditionFailed, type Versioned } from '../../optimistic-concurrency';
import { getRejectionReason } from '../../rejection';
import { useSaveStatus } from '../../statuses.api';
import { UnsavedChangesDialog } from '../../UnsavedChangesDialog';
import { statusFormSchema } from './status-form';

interface StatusFailureProps {
  failure: unknown;
  isRunning: boolean;
  onReload: (() => void) | undefined;
  onOverwrite: () => void;
}

/** Explains why the form was not saved (spec 2 §8). */
const StatusFailure = ({ failure, isRunning, onReload, onOverwrite }: StatusFailureProps) => {
  const t = useAdminMessages();
  if (failure === undefined) return null;
  if (isPreconditionFailed(failure) && onReload)
    return <ConflictNotice isRunning={isRunning} onReload={onReload} onOverwrite={onOverwrite} />;
  if (isApiError(failure) && failure.status === 404)
    return <Notice tone="danger">{t('status.deleted')}</Notice>;
  return <Notice tone="danger">{getRejectionReason(failure) ?? t('status.saveFailed')}</Notice>;
};

interface StatusFormProps {
  /** The status to edit; absent to create one. */
  versioned?: Versioned<WorkflowStatus>;
  onReload?: () => void;
}

/** Creates a status or edits the given one, then opens the list (spec 2 §2, §5). */
export const StatusForm = ({ versioned, onReload }: StatusFormProps) => {
  const t = useAdminMessages();
  const navigate = useNavigate();
  // Keeps the revision that the fields show: a background refetch must not pair its ETag with older field values.
  const [initial] = useState(versioned);
  const status = initial?.entity;
  const { mutateAsync: save } = useSaveStatus(status?.id);
  const [failure, setFailure] = useState<unknown>();
  const isSaved = useRef(false);
  const { register, handleSubmit, setError, control, formState } = useForm({
    resolver: zodResolver(statusFormSchema),
    // Not onBlur: an error that appears on mouse-down moves the button away before mouse-up.
    mode: 'onSubmit',
    defaultValues: { name: status?.name ?? '', statusType: status?.statusType ?? '' },
  });
  // Registered in page order, because the form focuses the first invalid field in that order.
  const name = register('name');
  const { field: statusType } = useController({ control, name: 'statusType' });
  const { errors, isSubmitting, isDirty } = formState;

  /** @param etag the revision to update; undefined overwrites any revision. */
  const createSubmitHandler = (etag: string | undefined) =>
    handleSubmit(async (values) => {
      setFailure(undefined);
      try {
        await save({ status: values, etag });
        isSaved.current = true;
        await navigate('/workflow-statuses');
      } catch (error) {
        if (isApiError(error) && error.code === 'NAME_TAKEN')
          setError('name', { message: 'status.nameTaken' }, { shouldFocus: true });
        else setFailure(error);
      }
    });
  return (
    <Card>
      <UnsavedChangesDialog hasChanges={() => isDirty && !isSaved.current} />
      <Form onSubmit={(event) => void createSubmitHandler(initial?.etag)(event)}>
        <StatusFailure
          failure={failure}
          isRunning={isSubmitting}
          onReload={onReload}
          onOverwrite={() => void createSubmitHandler(undefined)()}
        />
        <TextField
          {...name}
          label={t('status.name')}
          error={errors.name?.message ? t(errors.name.message) : undefined}
          autoComplete="off"
        />
        <SelectField
          {...statusType}
          label={t('status.type')}
          placeholder={t('status.chooseType')}
          error={errors.statusType ? t('status.typeRequired') : undefined}
          options={statusTypes.map((type) => ({
            value: type,
            label: `${t(`statusTypes.${type}`)} – ${t(`statusTypeHelp.${type}`)}`,
          }))}
        />
        <FormActions>
          <Button to="/workflow-statuses">{t('statuses.cancel')}</Button>
          <Button type="submit" variant="primary" loading={isSubmitting}>
            {t('status.save')}
          </Button>
        </FormActions>
      </Form>
    </Card>
  );
};
