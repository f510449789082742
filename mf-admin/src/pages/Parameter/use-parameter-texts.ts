import { useValueProblemTexts } from '@obieg/ui/questionnaire';
import { useMemo } from 'react';
import { useAdminMessages } from '../../i18n/messages';
import type { ParameterTexts } from './parameter-validation';

/** Returns the form's validation messages in the user's language. */
export const useParameterTexts = (): ParameterTexts => {
  const t = useAdminMessages();
  const values = useValueProblemTexts();
  return useMemo(
    () => ({
      nameRequired: t('parameter.nameRequired'),
      displayNameRequired: t('parameter.displayNameRequired'),
      typeRequired: t('parameter.typeRequired'),
      stageRequired: t('parameter.stageRequired'),
      sortOrderInvalid: t('parameter.sortOrderInvalid'),
      dictionaryRequired: t('parameter.dictionaryRequired'),
      valueRequired: t('parameter.valueRequired'),
      duplicateValue: t('parameter.duplicateValue'),
      valueSortOrderInvalid: t('parameter.valueSortOrderInvalid'),
      parameterRequired: t('parameter.parentRequired'),
      conditionTypeRequired: t('parameter.conditionTypeRequired'),
      problems: {
        ...values,
        VALUE_MISSING: t('parameter.conditionValueRequired'),
        VALUE_NOT_ALLOWED: t('parameter.conditionValueRequired'),
      },
    }),
    [t, values],
  );
};
