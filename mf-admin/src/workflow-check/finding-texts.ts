import type { Finding, FindingExample, FindingSeverity } from '@obieg/contracts';
import { type Translate, useLanguage } from '@obieg/web-kit';
import type { ConditionTexts } from '../conditions/use-condition-texts';

export const toneOfSeverity = { error: 'danger', warning: 'warning', hint: 'info' } as const satisfies Record<
  FindingSeverity,
  string
>;

/** Returns a function that selects a finding's text. The screens of the default language are in English. */
export const useFindingText = (): ((finding: Finding) => string) => {
  const language = useLanguage();
  return ({ message }) => (language === 'pl' ? message.pl : message.en);
};

/**
 * Describes an example in one line: answers, then the path of statuses. Undefined if it says nothing.
 *
 * @param formatValue writes an answer as readers know it
 */
export const describeExample = (
  t: Translate,
  example: FindingExample | null,
  formatValue: ConditionTexts['formatValue'],
): string | undefined => {
  if (!example) return undefined;
  const write = ({ parameterId, name, value }: FindingExample['answers'][number]): string =>
    `${name}: ${value ? formatValue(parameterId, value) : t('check.cleared')}`;
  const answers = example.answers.map(write);
  const path = example.path.map(({ status, transition, answers: given }) => {
    const label = transition ? [transition.name, ...given.map(write)].join(', ') : '';
    return label ? `${status.name} (${label})` : status.name;
  });
  const parts = [answers.join(', '), path.join(' → ')].filter((part) => part !== '');
  return parts.length > 0 ? parts.join(' · ') : undefined;
};

/** Page on which the cause of a finding is mended. An existing transition is mended before a new one is made. */
export const mendAddress = ({ code, subject: { kind, id }, related }: Finding): string => {
  const existing = related.find((one) => one.kind === 'transition');
  if (code === 'NO_INITIAL_STATUS') return '/workflow-statuses/new';
  if (code === 'NO_ACTIVE_START') return '/status-transitions/new';
  if (code === 'STATUS_UNREACHABLE')
    return existing ? `/status-transitions/${existing.id}/edit` : `/status-transitions/new?to=${id}`;
  if (code === 'NEW_TASKS_STUCK' || code === 'STATUS_DEAD_END' || code === 'FINAL_UNREACHABLE')
    return existing ? `/status-transitions/${existing.id}/edit` : `/status-transitions/new?from=${id}`;
  switch (kind) {
    case 'status':
      return `/workflow-statuses/${id}/edit`;
    case 'transition':
      return `/status-transitions/${id}/edit`;
    case 'target':
      return `/targets/${id}/edit`;
    case 'scenario':
      return `/workflow-parameters/try?scenario=${id}`;
    default:
      return `/workflow-parameters/${id}/edit`;
  }
};

export const isHint = ({ severity }: Pick<Finding, 'severity'>): boolean => severity === 'hint';

/** Counts findings in words. Hints are no mistakes. */
export const describeFindingCount = (t: Translate, findings: readonly Finding[]): string => {
  const hints = findings.filter(isHint).length;
  const count = findings.length - hints;
  const mistakes = t('check.title', { count });
  if (hints === 0) return mistakes;
  const hintText = t('check.hints', { count: hints });
  return count === 0 ? hintText : t('check.withHints', { mistakes, hints: hintText });
};
