import type { WorkflowParameter } from '@obieg/contracts';
import { Card, focusFirstProblem } from '@obieg/ui';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { ParameterRows } from '../../conditions/ParameterRows';
import { newConditionRow } from '../../conditions/parameter-rows';
import { useRowContext } from '../../conditions/use-row-context';
import { useAdminMessages } from '../../i18n/messages';
import { type Draft, draftId } from '../../workflow-check/draft-configuration';
import { EntityDraft } from '../../workflow-entities/EntityDraft';
import { EntityForm } from '../../workflow-entities/EntityForm';
import type { EntityFormProps } from '../../workflow-entities/entity-kind';
import { useEntityForm } from '../../workflow-entities/use-entity-form';
import { type DictionaryHandle, DictionaryValues } from './DictionaryValues';
import { getFieldProblems, getRenameProblems } from './field-problems';
import { GeneralFields } from './GeneralFields';
import classes from './parameter.module.css';
import {
  buildRequest,
  createDefaultValues,
  type ParameterValues,
  type Parents,
  toFormValues,
} from './parameter-form';
import { parameterKind } from './parameter-kind';
import { createParameterSchema } from './parameter-validation';
import { RenameDialog } from './RenameDialog';

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
  ...handlers
}: EntityFormProps<WorkflowParameter, ParameterValues, Parents>) => {
  const t = useAdminMessages();
  const { parents, schema } = useValidation(parameters, versioned?.entity.id);
  const dictionary = useRef<DictionaryHandle>(null);
  /** The failure after which the user chose not to rename the values elsewhere. */
  const [declined, setDeclined] = useState<unknown>();
  const form = useEntityForm({
    kind: parameterKind,
    versioned,
    previous,
    // The name above it is suggested from the display name.
    firstField: 'displayName',
    schema,
    defaultValues: versioned ? toFormValues(versioned.entity) : createDefaultValues(parameters, previous),
    send: (values, save) => save(buildRequest(values, parents)),
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
  const renames = failure === declined ? [] : getRenameProblems(failure);
  const { control } = form.form;
  const parameterType = useWatch({ control, name: 'parameterType' });
  const id = form.existing?.id ?? draftId;
  const toDraft = useCallback(
    (values: ParameterValues): Draft | undefined =>
      schema.safeParse(values).success
        ? { kind: 'parameter', id, saved: buildRequest(values, parents) }
        : undefined,
    [schema, id, parents],
  );
  return (
    <>
      <EntityForm
        kind={parameterKind}
        form={form}
        failure={{ text: t('parameter.saveFailed'), textForFields: t('parameter.correctFields') }}
        {...handlers}
      >
        <div className={classes['sections']}>
          <Card>
            <div className={classes['fields']}>
              <GeneralFields
                form={form.form}
                isNew={!form.existing}
                takenNames={parents.map(({ parameterName }) => parameterName)}
              />
            </div>
          </Card>
          {parameterType === 'DICTIONARY' ? <DictionaryValues form={form.form} ref={dictionary} /> : null}
          <Card>
            <ParameterRows
              name="dependencies"
              parameters={parents}
              // The parent of the parameter just saved is the first choice for this one.
              createRow={(count) => ({
                ...newConditionRow,
                parameterId: (count === 0 && previous?.dependencies[0]?.parameterId) || '',
              })}
            />
          </Card>
          <EntityDraft toDraft={toDraft} />
        </div>
      </EntityForm>
      <RenameDialog
        problems={renames}
        onConfirm={() =>
          void form.submitBy((values, save) => save(buildRequest(values, parents, { renameUses: true })))
        }
        onCancel={() => {
          setDeclined(failure);
          form.focusFirstError();
        }}
      />
    </>
  );
};
