import type { Finding, FindingCode, FindingSeverity, FindingSubject } from '@obieg/contracts';
import type { Condition } from './domains';
import type { Exploration } from './exploration';
import type { Model } from './model';
import { describeValue } from './value-words';

export type Text = Finding['message'];

/** More names would help no reader, and many findings with more would fill the memory. */
const namesMax = 20;

const severities: Record<FindingCode, FindingSeverity> = {
  NO_INITIAL_STATUS: 'error',
  NO_ACTIVE_START: 'warning',
  STATUS_UNREACHABLE: 'warning',
  STATUS_DEAD_END: 'error',
  FINAL_UNREACHABLE: 'error',
  NEW_TASKS_STUCK: 'error',
  TRANSITION_NEVER_OFFERED: 'warning',
  TRANSITION_SHADOWED: 'warning',
  EXECUTORS_EMPTY: 'error',
  TARGET_GROUP_EMPTY: 'warning',
  REQUIRED_PARAMETER_INACTIVE: 'warning',
  REQUIRED_VALUE_IMPOSSIBLE: 'error',
  QUESTION_UNREACHABLE: 'warning',
  QUESTION_BEFORE_PARENT: 'hint',
  CONDITION_ON_INACTIVE: 'warning',
  CONDITION_ON_RETIRED_VALUE: 'warning',
  DEFAULT_VALUE_INVALID: 'warning',
  SCENARIO_BROKEN: 'warning',
  APPROVAL_WITHOUT_APPROVERS: 'error',
  APPROVAL_STUCK: 'error',
  TARGET_NEVER_STARTS: 'warning',
  TARGET_NEVER_ENDS: 'warning',
};

/** Finds one kind of mistake. */
export interface Rule {
  code: FindingCode;
  find(model: Model, exploration: Exploration): Found[];
}

/** A finding without what its code implies. */
export interface Found {
  subject: FindingSubject;
  message: Text;
  related?: FindingSubject[];
  example?: Finding['example'];
}

export const toFinding = (code: FindingCode, { subject, message, related, example }: Found): Finding => ({
  code,
  severity: severities[code],
  subject,
  related: (related ?? []).slice(0, namesMax),
  message,
  example: example ?? null,
});

type Named = { id: number; name: string };
type Displayed = { id: number; displayName: string };

export const aStatus = ({ id, name }: Named): FindingSubject => ({ kind: 'status', id, name });
export const aTransition = ({ id, name }: Named): FindingSubject => ({ kind: 'transition', id, name });
export const aParameter = ({ id, displayName }: Displayed): FindingSubject => ({
  kind: 'parameter',
  id,
  name: displayName,
});

/** Of a type that only a newer version knows. */
const otherSign = (name: string): Text => ({
  pl: `„${name}” spełnia inny warunek`,
  en: `“${name}” meets another condition`,
});
const sign: Record<Condition['conditionType'], (name: string, value: Text) => Text> = {
  EQUALS: (name, value) => ({ pl: `„${name}” to „${value.pl}”`, en: `“${name}” is “${value.en}”` }),
  NOT_EQUALS: (name, value) => ({
    pl: `„${name}” to nie „${value.pl}”`,
    en: `“${name}” is not “${value.en}”`,
  }),
  EXISTS: (name) => ({ pl: `„${name}” ma odpowiedź`, en: `“${name}” has an answer` }),
  NOT_EXISTS: (name) => ({ pl: `„${name}” nie ma odpowiedzi`, en: `“${name}” has no answer` }),
};

/** Describes a condition in words. */
export const describeCondition = ({ parameters, configuration }: Model, condition: Condition): Text => {
  const parameter = parameters.get(condition.parameterId);
  const value = condition.conditionValue ?? '';
  return (sign[condition.conditionType] ?? otherSign)(
    parameter?.displayName ?? '?',
    describeValue(parameter?.parameterType, value, configuration.timeZone),
  );
};

/** Joins texts with commas. */
export const joinTexts = (texts: readonly Text[]): Text => ({
  pl: texts.map(({ pl }) => pl).join(', '),
  en: texts.map(({ en }) => en).join(', '),
});

/** Quotes names and joins them with commas. */
export const quoteNames = (names: readonly string[]): Text => {
  const shown = names.slice(0, namesMax);
  const hidden = names.length - shown.length;
  return {
    pl: shown.map((name) => `„${name}”`).join(', ') + (hidden > 0 ? ` i ${hidden} więcej` : ''),
    en: shown.map((name) => `“${name}”`).join(', ') + (hidden > 0 ? ` and ${hidden} more` : ''),
  };
};

/** A search for a smaller set of conditions gives up here and names all of them. */
const coreSearchMax = 8;

/**
 * Returns a smallest set of conditions that cannot hold together: each of them is needed for the contradiction.
 * `canHold` must be false for all of them.
 */
export const findContradiction = <T>(
  conditions: readonly T[],
  canHold: (subset: readonly T[]) => boolean,
): readonly T[] => {
  if (conditions.length > coreSearchMax) return conditions;
  return conditions.reduce<readonly T[]>((core, condition) => {
    const without = core.filter((one) => one !== condition);
    return without.length === core.length || canHold(without) ? core : without;
  }, conditions);
};
