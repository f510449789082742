import { parameterStages, parameterTypes } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { CheckboxField, NumberField, SelectField, TextArea, TextField } from '@obieg/ui';
import { Controller, type UseFormReturn, useFormState } from 'react-hook-form';
import { useAdminMessages } from '../../messages';
import { DefaultValueField } from './DefaultValueField';
import classes from './parameter.module.css';
import { newDictionaryRow, type ParameterValues } from './parameter-form';

/** Clears the dictionary when the type changes from DICTIONARY. Adds one empty row for DICTIONARY (spec 2 §4). */
const changeType = (
  { getValues, setValue }: UseFormReturn<ParameterValues>,
  parameterType: ParameterValues['parameterType'],
): void => {
  if (getValues('parameterType') === parameterType) return;
  setValue('dictionaryValues', parameterType === 'DICTIONARY' ? [newDictionaryRow(0)] : [], {
    shouldDirty: true,
  });
  // A default value of one type is rarely valid for another.
  setValue('defaultValue', '', { shouldDirty: true });
};

/** The parameter's fields except dictionary values and dependencies. */
export const GeneralFields = ({ form }: { form: UseFormReturn<ParameterValues> }) => {
  const t = useAdminMessages();
  const { register, control } = form;
  const { errors } = useFormState({ control });
  return (
    <>
      <TextField
        {...register('parameterName')}
        label={t('parameter.name')}
        help={t('parameter.nameHelp')}
        error={errors.parameterName?.message}
        maxLength={limits.nameMaxLength}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      <TextField
        {...register('displayName')}
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
      <div className={classes['pair']}>
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
              onChange={({ target }) => {
                const type = target.value as ParameterValues['parameterType'];
                changeType(form, type);
                field.onChange(type);
              }}
            />
          )}
        />
        <Controller
          control={control}
          name="parameterStage"
          render={({ field }) => (
            <SelectField
              {...field}
              label={t('parameter.stage')}
              placeholder={t('parameter.chooseStage')}
              error={errors.parameterStage?.message}
              options={parameterStages.map((value) => ({ value, label: t(`parameterStages.${value}`) }))}
            />
          )}
        />
        <DefaultValueField control={control} error={errors.defaultValue?.message} />
        <NumberField
          {...register('sortOrder')}
          label={t('parameter.sortOrder')}
          error={errors.sortOrder?.message}
          step={1}
          min={0}
        />
      </div>
      <CheckboxField
        {...register('isActive')}
        label={t('parameter.active')}
        help={t('parameter.activeHelp')}
      />
    </>
  );
};
