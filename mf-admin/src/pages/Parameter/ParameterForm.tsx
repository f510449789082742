import { zodResolver } from '@hookform/resolvers/zod';
import type { WorkflowParameter } from '@obieg/contracts';
import {
  Button,
  Card,
  Form,
  FormActions,
  focusFirstProblem,
  useProblemFocus,
  useUiTimeZone,
} from '@obieg/ui';
import { isApiError, notify, useNavigate } from '@obieg/web-kit';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type FieldErrors, useForm, useWatch } from 'react-hook-form';
import type { Versioned } from '../../api/optimistic-concurrency';
import { useSaveParameter } from '../../api/parameters.api';
import { UnsavedChangesDialog } from '../../forms/UnsavedChangesDialog';
import { useAdminMessages } from '../../i18n/messages';
import { Dependencies } from './Dependencies';
import { type DictionaryHandle, DictionaryValues } from './DictionaryValues';
import { type FieldProblem, findFirstRow, getFieldProblems, getRenameProblems } from './field-problems';
import { GeneralFields } from './GeneralFields';
import { ParameterDraft } from './ParameterDraft';
import { ParameterFailure } from './ParameterFailure';
import classes from './parameter.module.css';
import {
  buildRequest,
  createDefaultValues,
  type ParameterValues,
  type Parents,
  toFormValues,
} from './parameter-form';
import { createParameterSchema } from './parameter-validation';
import { RenameDialog } from './RenameDialog';
import { useParameterTexts } from './use-parameter-texts';

interface ParameterFormProps {
  /** Possible parents for dependencies. May include the edited parameter. */
  parameters: Parents;
  /** The parameter to edit; absent to create one. */
  versioned?: Versioned<WorkflowParameter>;
  /** The parameter just saved, when several are created one after the other. */
  previous?: ParameterValues | undefined;
  onReload?: () => void;
  /** Opens an empty form for another parameter. */
  onAddAnother?: (saved: ParameterValues) => void;
}

const listPath = '/workflow-parameters';

interface SubmitOptions {
  /** The revision to update; undefined overwrites any revision. */
  etag: string | undefined;
  renameUses?: boolean;
  isAnotherWanted?: boolean;
}

/** Returns the index of the first dictionary row with an error. A long dictionary may not render that row. */
const findFirstInvalidRow = ({ dictionaryValues }: FieldErrors<ParameterValues>): number | undefined => {
  const row = Array.isArray(dictionaryValues) ? dictionaryValues.findIndex(Boolean) : -1;
  return row < 0 ? undefined : row;
};

/** Creates a parameter or edits the given one, then opens the list (spec 2 §2, §5). */
export const ParameterForm = ({
  parameters,
  versioned,
  previous,
  onReload,
  onAddAnother,
}: ParameterFormProps) => {
  const t = useAdminMessages();
  const texts = useParameterTexts();
  const navigate = useNavigate();
  // Keeps the revision that the fields show: a background refetch must not pair its ETag with older field values.
  const [initial] = useState(versioned);
  const parameter = initial?.entity;
  const parents = useMemo(
    () => parameters.filter(({ id }) => id !== parameter?.id),
    [parameters, parameter?.id],
  );
  const timeZone = useUiTimeZone();
  const schema = useMemo(
    () => createParameterSchema({ parents, texts, timeZone }),
    [parents, texts, timeZone],
  );
  const { mutateAsync: save } = useSaveParameter(parameter?.id);
  const [failure, setFailure] = useState<unknown>();
  const [renames, setRenames] = useState<readonly FieldProblem[]>([]);
  const formElement = useRef<HTMLFormElement>(null);
  const dictionary = useRef<DictionaryHandle>(null);
  const isSaved = useRef(false);
  const form = useForm<ParameterValues>({
    resolver: zodResolver(schema),
    // Not onBlur: an error that appears on mouse-down moves the button away before mouse-up.
    mode: 'onSubmit',
    shouldFocusError: false,
    defaultValues: parameter ? toFormValues(parameter) : createDefaultValues(parameters, previous),
  });
  const { isSubmitting, isDirty } = form.formState;
  const { setFocus } = form;
  useEffect(() => {
    // The name above is suggested from the display name.
    if (previous) setFocus('displayName');
  }, [previous, setFocus]);
  const parameterType = useWatch({ control: form.control, name: 'parameterType' });

  /** The first invalid dictionary row, which may not be rendered. */
  const invalidRow = useRef<number>(undefined);
  const focusProblem = useProblemFocus(() => {
    const firstInvalid = formElement.current?.querySelector('[aria-invalid="true"]');
    // A rendered invalid field outside the dictionary takes precedence over the dictionary row.
    if (invalidRow.current === undefined || (firstInvalid && !dictionary.current?.contains(firstInvalid)))
      return focusFirstProblem(formElement.current);
    dictionary.current?.focusRow(invalidRow.current);
    return true;
  });
  const focusFirstError = (row: number | undefined): void => {
    invalidRow.current = row;
    focusProblem();
  };
  const showProblems = (error: unknown): void => {
    setFailure(error);
    const problems = getFieldProblems(error);
    if (isApiError(error) && error.code === 'NAME_TAKEN')
      form.setError('parameterName', { message: t('parameter.nameTaken') });
    else for (const { field, message } of problems) form.setError(field, { message });
    const renameProblems = getRenameProblems(error);
    if (renameProblems.length > 0) setRenames(renameProblems);
    else focusFirstError(findFirstRow(problems));
  };
  const createSubmitHandler = ({ etag, renameUses = false, isAnotherWanted = false }: SubmitOptions) =>
    form.handleSubmit(
      async (values) => {
        setFailure(undefined);
        try {
          await save({ parameter: buildRequest(values, parents, { renameUses }), etag });
          isSaved.current = true;
          notify.success(t('parameter.saved', { name: values.displayName.trim() }));
          if (isAnotherWanted) onAddAnother?.(values);
          else await navigate(listPath);
        } catch (error) {
          showProblems(error);
        }
      },
      (errors) => focusFirstError(findFirstInvalidRow(errors)),
    );
  return (
    <>
      <UnsavedChangesDialog hasChanges={() => isDirty && !isSaved.current} />
      <Form ref={formElement} onSubmit={(event) => void createSubmitHandler({ etag: initial?.etag })(event)}>
        <ParameterFailure
          failure={failure}
          isRunning={isSubmitting}
          onReload={onReload}
          onOverwrite={() => void createSubmitHandler({ etag: undefined })()}
        />
        <div className={classes['sections']}>
          <Card>
            <div className={classes['fields']}>
              <GeneralFields
                form={form}
                isNew={!parameter}
                takenNames={parents.map(({ parameterName }) => parameterName)}
              />
            </div>
          </Card>
          {parameterType === 'DICTIONARY' ? <DictionaryValues form={form} ref={dictionary} /> : null}
          <Dependencies control={form.control} parents={parents} previous={previous} />
          <ParameterDraft control={form.control} id={parameter?.id} schema={schema} parents={parents} />
        </div>
        <FormActions>
          <Button to={parameter ? `${listPath}/${parameter.id}` : listPath}>{t('parameters.cancel')}</Button>
          {onAddAnother ? (
            <Button
              disabled={isSubmitting}
              onClick={() => void createSubmitHandler({ etag: undefined, isAnotherWanted: true })()}
            >
              {t('saveAndAddAnother')}
            </Button>
          ) : null}
          <Button type="submit" variant="primary" loading={isSubmitting}>
            {t('parameter.save')}
          </Button>
        </FormActions>
      </Form>
      <RenameDialog
        problems={renames}
        onConfirm={() => {
          setRenames([]);
          void createSubmitHandler({ etag: initial?.etag, renameUses: true })();
        }}
        onCancel={() => {
          focusFirstError(findFirstRow(renames));
          setRenames([]);
        }}
      />
    </>
  );
};
