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

interface StatusFormProps {
  /** Absent: a new one. */
  versioned?: Versioned<WorkflowStatus>;
  onReload?: () => void;
}

/** A new status or the given one; once saved the list comes back (spec 2 §2, §5). */
export const StatusForm = ({ versioned, onReload }: StatusFormProps) => {
  const t = useAdminMessages();
  const navigate = useNavigate();
  // As it was when the form was opened: what arrives later in the background must not lend its etag to older fields.
  const [opened] = useState(versioned);
  const status = opened?.entity;
  const { mutateAsync: save } = useSaveStatus(status?.id);
  const [failure, setFailure] = useState<unknown>();
  const isSaved = useRef(false);
  const { register, handleSubmit, setError, control, formState } = useForm({
    resolver: zodResolver(statusFormSchema),
    // Not on leaving a field: an error that appears between pressing a button and letting go moves it away from the mouse.
    mode: 'onSubmit',
    defaultValues: { name: status?.name ?? '', statusType: status?.statusType ?? '' },
  });
  // In the order of the page: the first of those that are wrong gets the focus.
  const name = register('name');
  const { field: statusType } = useController({ control, name: 'statusType' });
  const { errors, isSubmitting, isDirty } = formState;

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
      <Form onSubmit={(event) => void createSubmitHandler(opened?.etag)(event)}>
        {isPreconditionFailed(failure) && onReload ? (
          <ConflictNotice
            isRunning={isSubmitting}
            onReload={onReload}
            onOverwrite={() => void createSubmitHandler(undefined)()}
          />
        ) : failure ? (
          <Notice tone="danger">
            {isApiError(failure) && failure.status === 404
              ? t('status.gone')
              : (getRejectionReason(failure) ?? t('status.saveFailed'))}
          </Notice>
        ) : null}
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
