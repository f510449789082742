import type { ConditionType, WorkflowParameter } from '@obieg/contracts';
import { formatAnswer } from '@obieg/ui';
import { type Translate, useLanguage } from '@obieg/web-kit';
import { comparesWithValue } from '@obieg/workflow-rules';
import { useMemo } from 'react';
import { useAdminMessages } from '../i18n/messages';

interface Condition {
  parameterId: number;
  conditionType: ConditionType;
  conditionValue: string | null;
}
interface Dictionary extends Pick<WorkflowParameter, 'parameterType'> {
  dictionaryValues: readonly { value: string; isActive: boolean }[];
}

export interface ConditionTexts {
  /** Display name of a parameter, marked if it is inactive. */
  nameOf: (parameterId: number) => string;
  /** A value as readers know it, marked if it is retired or not in the dictionary. */
  formatValue: (parameterId: number, value: string) => string;
  /** One condition in words. */
  describe: (condition: Condition) => string;
  /** Conditions that must all hold, in words. */
  describeAll: (conditions: readonly Condition[]) => string;
}

export const markInactive = (t: Translate, isActive: boolean, name: string): string =>
  isActive ? name : t('conditions.inactive', { name });

export const isRetired = ({ parameterType, dictionaryValues }: Dictionary, value: string): boolean =>
  parameterType === 'DICTIONARY' &&
  !dictionaryValues.some((entry) => entry.value === value && entry.isActive);

/** Returns functions that put conditions into words. Parameters that no longer exist appear with their id. */
export const useConditionTexts = (parameters: readonly WorkflowParameter[] | undefined): ConditionTexts => {
  const t = useAdminMessages();
  const language = useLanguage();
  return useMemo(() => {
    const byId = new Map(parameters?.map((parameter) => [parameter.id, parameter] as const));
    const nameOf = (id: number): string => {
      const parameter = byId.get(id);
      return parameter ? markInactive(t, parameter.isActive, parameter.displayName) : `#${id}`;
    };
    const formatValue = (id: number, value: string): string => {
      const parameter = byId.get(id);
      if (!parameter) return value;
      const text = formatAnswer(parameter.parameterType, value, language);
      return isRetired(parameter, value) ? t('conditions.retired', { value: text }) : text;
    };
    const describe = ({ parameterId, conditionType, conditionValue }: Condition): string => {
      const parts = { name: nameOf(parameterId), type: t(`conditionTypes.${conditionType}`) };
      return comparesWithValue(conditionType)
        ? t('conditions.withValue', { ...parts, value: formatValue(parameterId, conditionValue ?? '') })
        : t('conditions.withoutValue', parts);
    };
    const describeAll = (conditions: readonly Condition[]): string =>
      conditions.map(describe).join(` ${t('conditions.and')} `);
    return { nameOf, formatValue, describe, describeAll };
  }, [parameters, t, language]);
};
