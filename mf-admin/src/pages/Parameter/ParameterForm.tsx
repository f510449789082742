import { zodResolver } from '@hookform/resolvers/zod';
import type { WorkflowParameter } from '@obieg/contracts';
import { Button, Card, Form, FormActions, focusFirstProblem, useProblemFocus } from '@obieg/ui';
import { isApiError, useNavigate } from '@obieg/web-kit';
import { useMemo, useRef, useState } from 'react';
import { type FieldErrors, useForm, useWatch } from 'react-hook-form';
import { useAdminMessages } from '../../messages';
import type { Versioned } from '../../optimistic-concurrency';
import { useSaveParameter } from '../../parameters.api';
import { UnsavedChangesDialog } from '../../UnsavedChangesDialog';
import { Dependencies } from './Dependencies';
import { type DictionaryHandle, DictionaryValues } from './DictionaryValues';
import { findFirstRow, getFieldProblems } from './field-problems';
import { GeneralFields } from './GeneralFields';
import { ParameterFailure } from './ParameterFailure';
import classes from './parameter.module.css';
import {
  buildRequest,
  createDefaultValues,
  type ParameterValues,
  type Parents,
  parameterSchema,
  toFormValues,
} from './parameter-form';
import { useParameterTexts } from './use-parameter-texts';

interface ParameterFormProps {
  /** All parameters, from which others are chosen to depend on. */
  parameters: Parents;
  /** Absent: a new one. */
  versioned?: Versioned<WorkflowParameter>;
  onReload?: () => void;
}

const list = '/workflow-parameters';

/** The first row of a dictionary with a problem: of a long one it may not be drawn. */
const findFirstInvalidRow = ({ dictionaryValues }: FieldErrors<ParameterValues>): number | undefined => {
  const row = Array.isArray(dictionaryValues) ? dictionaryValues.findIndex(Boolean) : -1;
  return row < 0 ? undefined : row;
};

/** A new parameter or the given one; once saved the list comes back (spec 2 §2, §5). */
export const ParameterForm = ({ parameters, versioned, onReload }: ParameterFormProps) => {
  const t = useAdminMessages();
  const texts = useParameterTexts();
  const navigate = useNavigate();
  // As it was read when the form opened: what comes later must not lend its etag to older fields.
  const [opened] = useState(versioned);
  const parameter = opened?.entity;
  const parents = useMemo(
    () => parameters.filter(({ id }) => id !== parameter?.id),
    [parameters, parameter?.id],
  );
  const schema = useMemo(() => parameterSchema(parents, texts), [parents, texts]);
  const { mutateAsync: save } = useSaveParameter(parameter?.id);
  const [failure, setFailure] = useState<unknown>();
  const formElement = useRef<HTMLFormElement>(null);
  const dictionary = useRef<DictionaryHandle>(null);
  const isSaved = useRef(false);
  const form = useForm<ParameterValues>({
    resolver: zodResolver(schema),
    // Not on leaving a field: an error that appears between pressing a button and letting go moves it away from the mouse.
    mode: 'onSubmit',
    shouldFocusError: false,
    defaultValues: parameter ? toFormValues(parameter) : createDefaultValues(parameters),
  });
  const { isSubmitting, isDirty } = form.formState;
  const parameterType = useWatch({ control: form.control, name: 'parameterType' });

  /** Of the dictionary, whose rows are not all drawn. */
  const wrongRow = useRef<number>(undefined);
  const focusProblem = useProblemFocus(() => {
    const first = formElement.current?.querySelector('[aria-invalid="true"]');
    // What stands above the dictionary comes first.
    if (wrongRow.current === undefined || (first && !dictionary.current?.holds(first)))
      return focusFirstProblem(formElement.current);
    dictionary.current?.focusRow(wrongRow.current);
    return true;
  });
  const focusFirst = (row: number | undefined): void => {
    wrongRow.current = row;
    focusProblem();
  };
  const createSubmitHandler = (etag: string | undefined) =>
    form.handleSubmit(
      async (values) => {
        setFailure(undefined);
        try {
          await save({ parameter: buildRequest(values, parents), etag });
          isSaved.current = true;
          await navigate(list);
        } catch (error) {
          setFailure(error);
          const problems = getFieldProblems(error);
          if (isApiError(error) && error.code === 'NAME_TAKEN')
            form.setError('parameterName', { message: t('parameter.nameTaken') });
          else for (const { field, message } of problems) form.setError(field, { message });
          focusFirst(findFirstRow(problems));
        }
      },
      (errors) => focusFirst(findFirstInvalidRow(errors)),
    );
  return (
    <>
      <UnsavedChangesDialog hasChanges={() => isDirty && !isSaved.current} />
      <Form ref={formElement} onSubmit={(event) => void createSubmitHandler(opened?.etag)(event)}>
        <ParameterFailure
          failure={failure}
          isRunning={isSubmitting}
          onReload={onReload}
          onOverwrite={() => void createSubmitHandler(undefined)()}
        />
        <div className={classes['sections']}>
          <Card>
            <div className={classes['fields']}>
              <GeneralFields form={form} />
            </div>
          </Card>
          {parameterType === 'DICTIONARY' ? <DictionaryValues form={form} ref={dictionary} /> : null}
          <Dependencies control={form.control} parents={parents} />
        </div>
        <FormActions>
          <Button to={parameter ? `${list}/${parameter.id}` : list}>{t('parameters.cancel')}</Button>
          <Button type="submit" variant="primary" loading={isSubmitting}>
            {t('parameter.save')}
          </Button>
        </FormActions>
      </Form>
    </>
  );
};
