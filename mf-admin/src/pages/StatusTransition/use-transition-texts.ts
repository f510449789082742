import { useValueProblemTexts } from '@obieg/ui/questionnaire';
import { useMemo } from 'react';
import { useAdminMessages } from '../../i18n/messages';
import type { TransitionTexts } from './transition-form';

/** Returns the form's validation messages in the user's language. */
export const useTransitionTexts = (): TransitionTexts => {
  const t = useAdminMessages();
  const values = useValueProblemTexts();
  return useMemo(
    () => ({
      nameRequired: t('transition.nameRequired'),
      toRequired: t('transition.toRequired'),
      priorityInvalid: t('transition.priorityInvalid'),
      parameterRequired: t('transition.parameterRequired'),
      duplicateParameter: t('transition.duplicateParameter'),
      conditionTypeRequired: t('parameter.conditionTypeRequired'),
      problems: {
        ...values,
        VALUE_MISSING: t('transition.valueRequired'),
        VALUE_NOT_ALLOWED: t('transition.valueRequired'),
      },
    }),
    [t, values],
  );
};
