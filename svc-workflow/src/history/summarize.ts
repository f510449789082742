import type { BilingualText, ChangedEntity, WorkflowChange } from '@obieg/contracts';

type Nouns = Record<ChangedEntity, { one: BilingualText; many: BilingualText }>;

/** In the accusative, which Polish needs after each of the verbs below. */
const nouns: Nouns = {
  parameter: { one: { en: 'parameter', pl: 'parametr' }, many: { en: 'parameters', pl: 'parametry' } },
  status: { one: { en: 'status', pl: 'status' }, many: { en: 'statuses', pl: 'statusy' } },
  transition: { one: { en: 'transition', pl: 'przejście' }, many: { en: 'transitions', pl: 'przejścia' } },
  scenario: { one: { en: 'scenario', pl: 'scenariusz' }, many: { en: 'scenarios', pl: 'scenariusze' } },
  calendar: { one: { en: 'calendar', pl: 'kalendarz' }, many: { en: 'calendars', pl: 'kalendarze' } },
  target: { one: { en: 'target', pl: 'cel' }, many: { en: 'targets', pl: 'cele' } },
};
const verbs: Record<WorkflowChange['action'], BilingualText> = {
  ADDED: { en: 'Added', pl: 'Dodano' },
  REMOVED: { en: 'Removed', pl: 'Usunięto' },
  CHANGED: { en: 'Changed', pl: 'Zmieniono' },
  REORDERED: { en: 'Reordered', pl: 'Zmieniono kolejność:' },
};
const fieldNames: Record<string, BilingualText> = {
  parameterName: { en: 'name', pl: 'nazwa' },
  name: { en: 'name', pl: 'nazwa' },
  displayName: { en: 'display name', pl: 'wyświetlana nazwa' },
  description: { en: 'description', pl: 'opis' },
  parameterType: { en: 'type', pl: 'typ' },
  parameterStage: { en: 'stage', pl: 'etap' },
  isActive: { en: 'activity', pl: 'aktywność' },
  defaultValue: { en: 'default value', pl: 'wartość domyślna' },
  dictionaryValues: { en: 'values', pl: 'wartości' },
  dependencies: { en: 'dependencies', pl: 'zależności' },
  statusType: { en: 'type', pl: 'typ' },
  approverGroups: { en: 'approvers', pl: 'akceptujący' },
  approvalQuorum: { en: 'required approvals', pl: 'wymagane akceptacje' },
  isAuthorExcluded: { en: 'approval by the author', pl: 'akceptacja przez autora' },
  approvedTransition: { en: 'transition when approved', pl: 'przejście po akceptacji' },
  rejectedTransition: { en: 'transition when rejected', pl: 'przejście po odrzuceniu' },
  fromStatus: { en: 'from status', pl: 'status początkowy' },
  toStatus: { en: 'to status', pl: 'status docelowy' },
  targetGroup: { en: 'target group', pl: 'grupa docelowa' },
  priorityOrder: { en: 'priority', pl: 'kolejność' },
  executorGroups: { en: 'executors', pl: 'wykonawcy' },
  parameterConditions: { en: 'conditions', pl: 'warunki' },
  requiredParameters: { en: 'required parameters', pl: 'wymagane parametry' },
  answers: { en: 'answers', pl: 'odpowiedzi' },
  expectedQuestions: { en: 'expected questions', pl: 'oczekiwane pytania' },
  expectedStatus: { en: 'expected status', pl: 'oczekiwany status' },
  expectedGroup: { en: 'expected group', pl: 'oczekiwana grupa' },
  isDefault: { en: 'default', pl: 'domyślność' },
  week: { en: 'working hours', pl: 'godziny pracy' },
  holidays: { en: 'holidays', pl: 'dni wolne' },
  metric: { en: 'measure', pl: 'miara' },
  sortOrder: { en: 'order', pl: 'kolejność' },
  priorities: { en: 'priorities', pl: 'priorytety' },
  conditions: { en: 'conditions', pl: 'warunki' },
  calendar: { en: 'calendar', pl: 'kalendarz' },
  minutes: { en: 'time', pl: 'czas' },
  startEvent: { en: 'start', pl: 'początek' },
  startStatuses: { en: 'start statuses', pl: 'statusy początku' },
  endEvent: { en: 'end', pl: 'koniec' },
  endStatuses: { en: 'end statuses', pl: 'statusy końca' },
  pausedStatuses: { en: 'paused statuses', pl: 'statusy wstrzymania' },
};

const namesShown = 3;
const quotes = { en: ['“', '”'], pl: ['„', '”'] } as const;

type ServerLanguage = keyof BilingualText;

const quoteNames = (changes: readonly WorkflowChange[], language: ServerLanguage): string => {
  const [open, close] = quotes[language];
  const shown = changes.slice(0, namesShown).map(({ name }) => `${open}${name}${close}`);
  const rest = changes.length - shown.length;
  return shown.join(', ') + (rest > 0 ? (language === 'pl' ? ` i ${rest} więcej` : ` and ${rest} more`) : '');
};

/** For example `Changed transition “Close” (conditions, executors)`. */
const describeGroup = (changes: readonly WorkflowChange[], language: ServerLanguage): string => {
  const [first] = changes;
  if (!first) return '';
  const { entity, action, fields } = first;
  const noun = nouns[entity][changes.length > 1 || action === 'REORDERED' ? 'many' : 'one'][language];
  const verb = verbs[action][language];
  if (action === 'REORDERED') return `${verb} ${noun}`;
  const details =
    action === 'CHANGED' && changes.length === 1
      ? ` (${fields.map(({ field }) => fieldNames[field]?.[language] ?? field).join(', ')})`
      : '';
  return `${verb} ${noun} ${quoteNames(changes, language)}${details}`;
};

const groupChanges = (changes: readonly WorkflowChange[]): WorkflowChange[][] => {
  const groups = new Map<string, WorkflowChange[]>();
  for (const change of changes) {
    const key = `${change.action} ${change.entity}`;
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  return [...groups.values()];
};

const inBothLanguages = (describe: (language: ServerLanguage) => string): BilingualText => ({
  pl: describe('pl'),
  en: describe('en'),
});

/** Describes changes in words. Without changes, only the numbers of the order differ. */
export const summarizeChanges = (changes: readonly WorkflowChange[]): BilingualText =>
  changes.length === 0
    ? { pl: 'Bez widocznych zmian', en: 'No visible changes' }
    : inBothLanguages((language) =>
        groupChanges(changes)
          .map((group) => describeGroup(group, language))
          .join('; '),
      );

interface Sizes {
  parameters: readonly unknown[];
  statuses: readonly unknown[];
  transitions: readonly unknown[];
}

/** Describes a complete workflow, for the first revision. */
export const summarizeState = ({ parameters, statuses, transitions }: Sizes): BilingualText => ({
  pl: `Parametry: ${parameters.length}, statusy: ${statuses.length}, przejścia: ${transitions.length}`,
  en: `Parameters: ${parameters.length}, statuses: ${statuses.length}, transitions: ${transitions.length}`,
});
