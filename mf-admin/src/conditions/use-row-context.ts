import type { WorkflowParameter } from '@obieg/contracts';
import { useUiTimeZone } from '@obieg/ui';
import { useValueProblemTexts } from '@obieg/ui/questionnaire';
import { useMemo } from 'react';
import { useAdminMessages } from '../i18n/messages';
import type { RowContext } from './parameter-rows';

/** Returns what the validation of rows depends on. @param parameters that a row can name */
export const useRowContext = (parameters: readonly WorkflowParameter[]): RowContext => {
  const t = useAdminMessages();
  const values = useValueProblemTexts();
  const timeZone = useUiTimeZone();
  return useMemo(() => {
    const valueRequired = t('parameter.conditionValueRequired');
    const problems = { ...values, VALUE_MISSING: valueRequired, VALUE_NOT_ALLOWED: valueRequired };
    return { parameters, t, problems, timeZone };
  }, [parameters, t, values, timeZone]);
};
