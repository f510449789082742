import type { SaveWorkflowParameter, WorkflowParameter } from '@obieg/contracts';
import { Card, focusFirstProblem } from '@obieg/ui';
import { useMemo, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { ParameterRows } from '../../conditions/ParameterRows';
import { newConditionRow } from '../../conditions/parameter-rows';
import { useRowContext } from '../../conditions/use-row-context';
import { useAdminMessages } from '../../i18n/messages';
import { EntityImpact } from '../../workflow-entities/EntityDraft';
import { EntityForm } from '../../workflow-entities/EntityForm';
import type { EntityFormProps } from '../../workflow-entities/entity-kind';
import { useEntityForm } from '../../workflow-entities/use-entity-form';
import { type DictionaryHandle, DictionaryValues } from './DictionaryValues';
import { getFieldProblems, getRenameProblems } from './field-problems';
import { GeneralFields } from './GeneralFields';
import classes from './parameter.module.css';
import { createDefaultValues, type Parents, toFormValues } from './parameter-form';
import { parameterKind } from './parameter-kind';
import { createParameterSchema } from './parameter-validation';
import { RenameDialog } from './RenameDialog';
import { RenamedAnswers } from './RenamedAnswers';
import { useParameterFields } from './use-parameter-fields';

/** Returns the parameters that the edited one can depend on, and the schema of its form. */
const useValidation = (parameters: Parents, ownId: number | undefined) => {
  const parents = useMemo(() => parameters.filter(({ id }) => id !== ownId), [parameters, ownId]);
  const context = useRowContext(parents);
  return { parents, schema: useMemo(() => createParameterSchema(context), [context]) };
};

/** Creates a parameter or edits the given one. `formData` may include the edited parameter. */
export const ParameterForm = ({
  formData: parameters,
  versioned,
  previous,
  refreshFormData,
  ...handlers
}: EntityFormProps<WorkflowParameter, SaveWorkflowParameter, Parents>) => {
  const t = useAdminMessages();
  const { parents, schema } = useValidation(parameters, versioned?.entity.id);
  const dictionary = useRef<DictionaryHandle>(null);
  /** The failure after which the user decided whether to rename the values elsewhere. */
  const [decided, setDecided] = useState<unknown>();
  const form = useEntityForm({
    kind: parameterKind,
    versioned,
    previous,
    refreshFormData,
    // The name above it is suggested from the display name.
    firstField: 'displayName',
    schema,
    defaultValues: versioned ? toFormValues(versioned.entity) : createDefaultValues(parameters, previous),
    toValues: toFormValues,
    fields: useParameterFields(parents),
    findFieldProblems: (error) => getFieldProblems(error, t('parameter.nameTaken')),
    focusProblem: (element) => {
      if (renames.length > 0) return false;
      const firstInvalid = element?.querySelector('[aria-invalid="true"]');
      // A rendered invalid field outside the dictionary takes precedence over a row, which may not be rendered.
      const isOutside = firstInvalid && !dictionary.current?.contains(firstInvalid);
      return (!isOutside && dictionary.current?.focusInvalidRow()) || focusFirstProblem(element);
    },
  });
  const failure = form.failure?.error;
  const renames = failure === decided ? [] : getRenameProblems(failure);
  const { control } = form.form;
  const parameterType = useWatch({ control, name: 'parameterType' });
  return (
    <>
      <EntityForm
        form={form}
        failure={{ text: t('parameter.saveFailed'), textForFields: t('parameter.correctFields') }}
        {...handlers}
      >
        <div className={classes['sections']}>
          <Card>
            <div className={classes['fields']}>
              <GeneralFields
                isNew={!form.existing}
                takenNames={parents.map(({ parameterName }) => parameterName)}
              />
            </div>
          </Card>
          {parameterType === 'DICTIONARY' ? (
            <>
              <DictionaryValues ref={dictionary} />
              <RenamedAnswers existing={form.existing} />
            </>
          ) : null}
          <Card>
            <ParameterRows
              name="dependencies"
              parameters={parents}
              // The parent of the parameter just saved is the first choice for this one.
              createRow={(count) => ({
                ...newConditionRow,
                parameterId: String((count === 0 && previous?.dependencies?.[0]?.parentParameterId) || ''),
              })}
            />
          </Card>
        </div>
      </EntityForm>
      <RenameDialog
        problems={renames}
        impact={<EntityImpact form={form} />}
        onConfirm={() => {
          setDecided(failure);
          void form.submitBy((body, save) => save({ ...body, renameUses: true }));
        }}
        onCancel={() => {
          setDecided(failure);
          form.focusFirstError();
        }}
      />
    </>
  );
};
