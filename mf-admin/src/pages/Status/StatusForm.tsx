import { zodResolver } from '@hookform/resolvers/zod';
import { type SaveWorkflowStatus, statusTypes, type WorkflowStatus } from '@obieg/contracts';
import { Button, Card, Form, FormActions, LinkButton, Notice, SelectField, Text, TextField } from '@obieg/ui';
import { isApiError, notify, useNavigate } from '@obieg/web-kit';
import { type ClipboardEvent, useEffect, useRef, useState } from 'react';
import { useController, useForm } from 'react-hook-form';
import { isPreconditionFailed, type Versioned } from '../../api/optimistic-concurrency';
import { useSaveStatus } from '../../api/statuses.api';
import { getRejectionReason } from '../../failures/rejection';
import { ConflictNotice } from '../../forms/ConflictNotice';
import { readLines } from '../../forms/read-lines';
import { UnsavedChangesDialog } from '../../forms/UnsavedChangesDialog';
import { useAdminMessages } from '../../i18n/messages';
import { StatusDraft } from './StatusDraft';
import { type StatusFormValues, statusFormSchema } from './status-form';

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
  /** The status just saved, when several are created one after the other. */
  previous?: SaveWorkflowStatus | undefined;
  onReload?: () => void;
  /** Opens an empty form for another status. */
  onAddAnother?: (saved: SaveWorkflowStatus) => void;
}

interface SubmitOptions {
  /** The revision to update; undefined overwrites any revision. */
  etag: string | undefined;
  isAnotherWanted?: boolean;
}

/** A workflow rarely has two initial statuses; what follows is in progress. */
const suggestType = (previous: SaveWorkflowStatus | undefined): StatusFormValues['statusType'] =>
  previous?.statusType === 'INITIAL' ? 'INTERMEDIATE' : (previous?.statusType ?? '');

/** Creates a status or edits the given one, then opens the list (spec 2 §2, §5). */
export const StatusForm = ({ versioned, previous, onReload, onAddAnother }: StatusFormProps) => {
  const t = useAdminMessages();
  const navigate = useNavigate();
  // Keeps the revision that the fields show: a background refetch must not pair its ETag with older field values.
  const [initial] = useState(versioned);
  const status = initial?.entity;
  const { mutateAsync: save } = useSaveStatus(status?.id);
  const [failure, setFailure] = useState<unknown>();
  const isSaved = useRef(false);
  const { register, handleSubmit, setError, setFocus, setValue, control, formState } = useForm({
    resolver: zodResolver(statusFormSchema),
    // Not onBlur: an error that appears on mouse-down moves the button away before mouse-up.
    mode: 'onSubmit',
    defaultValues: { name: status?.name ?? '', statusType: status?.statusType ?? suggestType(previous) },
  });
  // Registered in page order, because the form focuses the first invalid field in that order.
  const name = register('name');
  const { field: statusType } = useController({ control, name: 'statusType' });
  const { errors, isSubmitting, isDirty } = formState;
  useEffect(() => {
    if (previous) setFocus('name');
  }, [previous, setFocus]);
  const [otherNames, setOtherNames] = useState<readonly string[]>([]);
  const showNames = ([first = '', ...others]: readonly string[]): void => {
    setValue('name', first, { shouldDirty: true });
    setOtherNames(others);
  };
  const pasteNames = (event: ClipboardEvent): void => {
    const names = [...new Set(readLines(event.clipboardData.getData('text')))];
    if (names.length < 2) return;
    event.preventDefault();
    showNames(names);
  };

  const createSubmitHandler = ({ etag, isAnotherWanted = false }: SubmitOptions) =>
    handleSubmit(async (values) => {
      setFailure(undefined);
      try {
        for (const [index, one] of [values.name, ...otherNames].entries()) {
          // What is saved leaves the form, so that a failure keeps only the rest.
          if (index > 0) showNames(otherNames.slice(index - 1));
          await save({ status: { ...values, name: one }, etag });
          notify.success(t('status.saved', { name: one }));
        }
        isSaved.current = true;
        if (isAnotherWanted) onAddAnother?.(values);
        else await navigate('/workflow-statuses');
      } catch (error) {
        if (isApiError(error) && error.code === 'NAME_TAKEN')
          setError('name', { message: 'status.nameTaken' }, { shouldFocus: true });
        else setFailure(error);
      }
    });
  return (
    <Card>
      <UnsavedChangesDialog hasChanges={() => isDirty && !isSaved.current} />
      <Form onSubmit={(event) => void createSubmitHandler({ etag: initial?.etag })(event)}>
        <StatusFailure
          failure={failure}
          isRunning={isSubmitting}
          onReload={onReload}
          onOverwrite={() => void createSubmitHandler({ etag: undefined })()}
        />
        <TextField
          {...name}
          label={t('status.name')}
          error={errors.name?.message ? t(errors.name.message) : undefined}
          autoComplete="off"
          help={status ? undefined : t('status.severalHelp')}
          onPaste={status ? undefined : pasteNames}
        />
        {otherNames.length > 0 ? (
          <Text size="small" muted>
            {t('status.several', { names: otherNames.join(', ') })}{' '}
            <LinkButton onClick={() => setOtherNames([])}>{t('status.onlyOne')}</LinkButton>
          </Text>
        ) : null}
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
        {status ? <StatusDraft control={control} id={status.id} /> : null}
        <FormActions>
          <Button to="/workflow-statuses">{t('statuses.cancel')}</Button>
          {onAddAnother ? (
            <Button
              disabled={isSubmitting}
              onClick={() => void createSubmitHandler({ etag: undefined, isAnotherWanted: true })()}
            >
              {t('saveAndAddAnother')}
            </Button>
          ) : null}
          <Button type="submit" variant="primary" loading={isSubmitting}>
            {t('status.save')}
          </Button>
        </FormActions>
      </Form>
    </Card>
  );
};
