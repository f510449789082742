import type { ChangeValue } from '@obieg/contracts';
import type { Translate } from '@obieg/web-kit';

type Entry = Exclude<Extract<ChangeValue, readonly unknown[]>[number], string>;

const enumerations: Readonly<Record<string, string>> = {
  parameterType: 'parameterTypes',
  parameterStage: 'parameterStages',
  statusType: 'statusTypes',
  approvalQuorum: 'status.approval.quorums',
  startEvent: 'targetEvents',
  endEvent: 'targetEvents',
};

const none = '–';

/** Describes a row of a list: a condition, a required parameter, a dictionary value or an answer. */
const describeEntry = (entry: Entry, t: Translate): string => {
  const {
    parameter,
    value,
    day,
    from,
    to,
    date,
    name,
    conditionType,
    conditionValue,
    isMandatory,
    isActive,
    defaultValue,
  } = entry;
  if (conditionType !== undefined)
    return [parameter, t(`conditionTypes.${String(conditionType)}`), conditionValue]
      .filter((part) => part !== null && part !== undefined)
      .join(' ');
  if (day !== undefined) return `${t(`weekDays.${String(day)}`)} ${String(from)}–${String(to)}`;
  if (date !== undefined) return `${String(date)} ${String(name)}`;
  if (isMandatory !== undefined) {
    const requirement = t(isMandatory ? 'workflowChanges.mandatory' : 'workflowChanges.optional');
    const suggestion = defaultValue
      ? `, ${t('workflowChanges.default', { value: String(defaultValue) })}`
      : '';
    return `${String(parameter)} (${requirement}${suggestion})`;
  }
  if (isActive !== undefined)
    return isActive ? String(value) : `${String(value)} (${t('workflowChanges.inactive')})`;
  return `${String(parameter)}: ${String(value)}`;
};

/** Returns the lines of a value as a reader understands them. */
export const describeValue = (field: string, value: ChangeValue, t: Translate): string[] => {
  if (value === null || value === '') return [none];
  if (typeof value === 'boolean') return [t(value ? 'workflowChanges.yes' : 'workflowChanges.no')];
  if (typeof value === 'number') return [String(value)];
  if (typeof value === 'string') {
    const enumeration = enumerations[field];
    return [enumeration ? t(`${enumeration}.${value}`) : value];
  }
  if (value.length === 0) return [none];
  return value.map((entry) => (typeof entry === 'string' ? entry : describeEntry(entry, t)));
};
