import type { Finding, FindingExample, FindingSeverity } from '@obieg/contracts';
import { type Translate, useLanguage } from '@obieg/web-kit';

export const toneOfSeverity = { error: 'danger', warning: 'warning', hint: 'info' } as const satisfies Record<
  FindingSeverity,
  string
>;

/** Returns a function that selects a finding's text. The screens of the default language are in English. */
export const useFindingText = (): ((finding: Finding) => string) => {
  const language = useLanguage();
  return ({ message }) => (language === 'pl' ? message.pl : message.en);
};

/** Describes an example in one line: answers, then the path of statuses. Undefined if it says nothing. */
export const describeExample = (t: Translate, example: FindingExample | null): string | undefined => {
  if (!example) return undefined;
  const answers = example.answers.map(({ name, value }) => `${name}: ${value}`);
  const path = example.path.map(({ status, transition, answers: given }) => {
    const dialog = given.map(({ name, value }) => `${name}: ${value || t('check.cleared')}`);
    const label = transition ? [transition.name, ...dialog].join(', ') : '';
    return label ? `${status.name} (${label})` : status.name;
  });
  const parts = [answers.join(', '), path.join(' → ')].filter((part) => part !== '');
  return parts.length > 0 ? parts.join(' · ') : undefined;
};

/** Page on which the cause of a finding is mended. */
export const mendAddress = ({ code, subject: { kind, id } }: Finding): string => {
  if (code === 'NO_INITIAL_STATUS') return '/workflow-statuses/new';
  if (code === 'NO_ACTIVE_START') return '/status-transitions/new';
  if (code === 'STATUS_UNREACHABLE') return `/status-transitions/new?to=${id}`;
  if (code === 'STATUS_DEAD_END' || code === 'FINAL_UNREACHABLE') return `/status-transitions/new?from=${id}`;
  switch (kind) {
    case 'status':
      return `/workflow-statuses/${id}/edit`;
    case 'transition':
      return `/status-transitions/${id}/edit`;
    case 'scenario':
      return `/workflow-parameters/try?scenario=${id}`;
    default:
      return `/workflow-parameters/${id}/edit`;
  }
};
