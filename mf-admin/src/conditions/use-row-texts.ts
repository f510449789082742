import type { WorkflowParameter } from '@obieg/contracts';
import { useAdminMessages } from '../i18n/messages';
import type { ConditionRow, RequirementRow } from './parameter-rows';
import { useConditionTexts } from './use-condition-texts';

/** Returns functions that put the rows of a form into words, one line for each. */
export const useRowTexts = (parameters: readonly WorkflowParameter[]) => {
  const t = useAdminMessages();
  const { nameOf, formatValue, describe } = useConditionTexts(parameters);
  const describeRequirement = ({ parameterId, isMandatory, value }: RequirementRow): string => {
    const id = Number(parameterId);
    const qualifiers = [
      t(isMandatory ? 'transition.isMandatory' : 'transition.isOptional'),
      ...(value ? [t('transition.defaultsTo', { value: formatValue(id, value) })] : []),
    ];
    return `${nameOf(id)} (${qualifiers.join(', ')})`;
  };
  return {
    /** Leaves out rows without a parameter or an operator, which are not filled in. */
    describeConditions: (rows: readonly ConditionRow[]): string[] =>
      rows.flatMap(({ parameterId, conditionType, value }) =>
        parameterId === '' || conditionType === ''
          ? []
          : [describe({ parameterId: Number(parameterId), conditionType, conditionValue: value })],
      ),
    describeRequirements: (rows: readonly RequirementRow[]): string[] =>
      rows.filter(({ parameterId }) => parameterId !== '').map(describeRequirement),
  };
};
