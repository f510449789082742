import { parameterStages, parameterTypes } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { CheckboxField, NumberField, SelectField, TextArea, TextField } from '@obieg/ui';
import { FieldPair } from '@obieg/ui/lists';
import { ConfirmDialog } from '@obieg/ui/overlays';
import { useRef, useState } from 'react';
import { Controller, type UseFormReturn, useFormContext, useFormState } from 'react-hook-form';
import { ChoiceField } from '../../forms/ChoiceField';
import { useAdminMessages } from '../../i18n/messages';
import { DefaultValueField } from './DefaultValueField';
import { newDictionaryRow, type ParameterValues } from './parameter-form';
import { suggestName } from './suggest-name';

type ParameterForm = UseFormReturn<ParameterValues>;

/** Clears the dictionary when the type changes from DICTIONARY. Adds one empty row for DICTIONARY (spec 2 §4). */
const changeType = ({ setValue }: ParameterForm, parameterType: ParameterValues['parameterType']): void => {
  setValue('parameterType', parameterType, { shouldDirty: true, shouldTouch: true });
  setValue('dictionaryValues', parameterType === 'DICTIONARY' ? [newDictionaryRow(0)] : [], {
    shouldDirty: true,
  });
  // A default value of one type is rarely valid for another.
  setValue('defaultValue', '', { shouldDirty: true });
};

/** Fills the name of a new parameter from its question, until the user enters another name. */
const useNameSuggestion = ({ getValues, setValue }: ParameterForm, takenNames: readonly string[]) => {
  const suggested = useRef('');
  return (displayName: string): void => {
    if (![suggested.current, ''].includes(getValues('parameterName'))) return;
    suggested.current = suggestName(displayName, takenNames);
    setValue('parameterName', suggested.current, { shouldDirty: true });
  };
};

const TypeField = () => {
  const t = useAdminMessages();
  const form = useFormContext<ParameterValues>();
  const { control, getValues } = form;
  const { errors } = useFormState({ control });
  const [wanted, setWanted] = useState<ParameterValues['parameterType']>();
  const values = getValues('dictionaryValues').filter(({ value }) => value.trim() !== '');
  const select = (type: ParameterValues['parameterType']): void => {
    if (type === getValues('parameterType')) return;
    if (values.length > 0) setWanted(type);
    else changeType(form, type);
  };
  return (
    <>
      <Controller
        control={control}
        name="parameterType"
        render={({ field }) => (
          <SelectField
            {...field}
            label={t('parameter.type')}
            placeholder={t('parameter.chooseType')}
            error={errors.parameterType?.message}
            options={parameterTypes.map((value) => ({ value, label: t(`parameterTypes.${value}`) }))}
            onChange={({ target }) => select(target.value as ParameterValues['parameterType'])}
          />
        )}
      />
      <ConfirmDialog
        isOpen={wanted !== undefined}
        title={t('parameter.leaveDictionary.title')}
        confirmLabel={t('parameter.leaveDictionary.confirm')}
        cancelLabel={t('parameters.cancel')}
        onConfirm={() => {
          if (wanted !== undefined) changeType(form, wanted);
          setWanted(undefined);
        }}
        onCancel={() => setWanted(undefined)}
      >
        {t('parameter.leaveDictionary.text', { count: values.length })}
      </ConfirmDialog>
    </>
  );
};

interface GeneralFieldsProps {
  isNew: boolean;
  /** Names of the other parameters. */
  takenNames: readonly string[];
}

/** The parameter's fields except dictionary values and dependencies. */
export const GeneralFields = ({ isNew, takenNames }: GeneralFieldsProps) => {
  const t = useAdminMessages();
  const form = useFormContext<ParameterValues>();
  const suggest = useNameSuggestion(form, takenNames);
  const { register, control } = form;
  const { errors } = useFormState({ control });
  return (
    <>
      <TextField
        {...register('parameterName')}
        label={t('parameter.name')}
        help={t(isNew ? 'parameter.newNameHelp' : 'parameter.nameHelp')}
        error={errors.parameterName?.message}
        maxLength={limits.nameMaxLength}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        {...register('displayName', isNew ? { onChange: ({ target }) => suggest(target.value) } : {})}
        label={t('parameter.displayName')}
        help={t('parameter.displayNameHelp')}
        error={errors.displayName?.message}
        maxLength={limits.nameMaxLength}
        autoComplete="off"
      />
      <TextArea
        {...register('description')}
        label={t('parameter.description')}
        optional={t('optional')}
        rows={3}
        maxLength={limits.descriptionMaxLength}
        error={errors.description?.message}
      />
      {/* Not side by side: the long help of one would keep the label of the other away from its field. */}
      <TypeField />
      <ChoiceField
        control={control}
        name="parameterStage"
        label={t('parameter.stage')}
        help={t('parameter.stageHelp')}
        placeholder={t('parameter.chooseStage')}
        options={parameterStages.map((value) => ({ value, label: t(`parameterStages.${value}`) }))}
      />
      <FieldPair>
        <DefaultValueField control={control} error={errors.defaultValue?.message} />
        <NumberField
          {...register('sortOrder')}
          label={t('parameter.sortOrder')}
          error={errors.sortOrder?.message}
          step={1}
          min={0}
        />
      </FieldPair>
      <CheckboxField
        {...register('isActive')}
        label={t('parameter.active')}
        help={t('parameter.activeHelp')}
      />
    </>
  );
};
