import {
  conditionTypes,
  parameterStages,
  parameterTypes,
  priorities,
  statusTypes,
  type WorkflowFile,
  weekDays,
} from '@obieg/contracts';
import { comparesWithValue } from '@obieg/workflow-rules';
import type { Random } from './random';
import { buildFileParameter, buildFileTransition } from './workflow-files';

type FileParameter = WorkflowFile['parameters'][number];

const valuesByType: Record<FileParameter['parameterType'], readonly string[]> = {
  TEXT: ['tak', '„cytat” \\ / "', 'Zażółć'],
  NUMBER: ['1', '2.50', '-3'],
  BOOLEAN: ['true', 'false'],
  DICTIONARY: ['Ulica', 'Park', 'Szkoła', 'Inne'],
  DATE: ['2026-11-27'],
  DATETIME: ['2026-11-27T08:30'],
  EMAIL: ['jan@example.com'],
  URL: ['https://example.com/a'],
};
const names = ['Nowe', 'W toku', 'Zakończone', 'Czeka', 'Wysłane', 'Zwrot', 'Archiwum'];
const groups = ['IT', 'IT/Helpdesk', 'Kadry'];

const listPossibleValues = (parameter: FileParameter): readonly string[] =>
  parameter.parameterType === 'DICTIONARY'
    ? parameter.dictionaryValues.map(({ value }) => value)
    : valuesByType[parameter.parameterType];

const buildCondition = (random: Random, parameter: FileParameter) => {
  const conditionType = random.pick(conditionTypes);
  const conditionValue = comparesWithValue(conditionType) ? random.pick(listPossibleValues(parameter)) : null;
  return { parameter: parameter.parameterName, conditionType, conditionValue };
};

const buildRandomParameter = (
  random: Random,
  parameterName: string,
  earlier: readonly FileParameter[],
): FileParameter => {
  const parameterType = random.pick(parameterTypes);
  const values = ['Pierwsza', ...random.sample(valuesByType.DICTIONARY)].map((value, index) => ({
    value,
    isActive: index === 0 || random.chance(0.7),
  }));
  const parameter = buildFileParameter(parameterName, {
    displayName: random.pick(names),
    description: random.pick([null, 'Opis\nw dwóch wierszach']),
    parameterType,
    parameterStage: random.pick(parameterStages),
    isActive: random.chance(0.8),
    dictionaryValues: parameterType === 'DICTIONARY' ? values : [],
    dependencies: random.sample(earlier).map((parent) => buildCondition(random, parent)),
  });
  const defaultValue = random.pick([null, random.pick(listPossibleValues(parameter))]);
  return { ...parameter, defaultValue };
};

const buildRandomTransition = (
  random: Random,
  name: string,
  statuses: WorkflowFile['statuses'],
  parameters: readonly FileParameter[],
) => {
  const initial = statuses.filter(({ statusType }) => statusType === 'INITIAL');
  const isStart = random.chance(0.2) && initial.length > 0;
  return buildFileTransition(
    name,
    isStart ? null : random.pick(statuses).name,
    random.pick(isStart ? initial : statuses).name,
    {
      description: random.pick([null, 'Krótko']),
      targetGroup: random.pick([null, ...groups]),
      priorityOrder: random.pick([0, 10, 10, 20]),
      isActive: random.chance(0.8),
      executorGroups: random.sample(groups),
      parameterConditions: random.sample(parameters).map((parameter) => buildCondition(random, parameter)),
      requiredParameters: random.sample(parameters).map((parameter) => ({
        parameter: parameter.parameterName,
        isMandatory: random.chance(0.5),
        defaultValue: random.pick([null, random.pick(listPossibleValues(parameter))]),
      })),
    },
  );
};

const buildRandomCalendar = (random: Random, name: string, isDefault: boolean) => ({
  name,
  isDefault,
  week: [{ day: random.pick(weekDays), from: '08:00', to: random.pick(['16:00', '24:00']) }],
  holidays: random.chance(0.5) ? [{ date: '2026-12-25', name: 'Boże Narodzenie' }] : [],
});

const buildRandomTarget = (
  random: Random,
  metric: string,
  calendar: string,
  statuses: WorkflowFile['statuses'],
  parameters: readonly FileParameter[],
): NonNullable<WorkflowFile['targets']>[number] => {
  const statusNames = statuses.map(({ name }) => name);
  const isByStatus = random.chance(0.5);
  return {
    metric,
    isActive: random.chance(0.8),
    sortOrder: random.pick([0, 10, 10, 20]),
    priorities: random.sample(priorities),
    conditions: random.sample(parameters).map((parameter) => buildCondition(random, parameter)),
    calendar,
    minutes: random.pick([30, 240]),
    startEvent: isByStatus ? null : 'CREATED',
    startStatuses: isByStatus ? [random.pick(statusNames)] : [],
    endEvent: isByStatus ? null : random.pick(['FIRST_REPLY', 'FINISHED'] as const),
    endStatuses: isByStatus ? [random.pick(statusNames)] : [],
    pausedStatuses: random.sample(statusNames),
  };
};

/** Builds a random valid file. Names repeat from file to file, so that imports match and reorder entities. */
export const buildRandomFile = (random: Random): WorkflowFile => {
  const parameters: FileParameter[] = [];
  for (const name of random.sample(['rodzaj', 'miejsce', 'termin', 'adres', 'kwota', 'opis']))
    parameters.push(buildRandomParameter(random, name, parameters));
  const statuses = [random.pick(names), ...random.sample(names)]
    .filter((name, index, all) => all.indexOf(name) === index)
    .map((name) => ({ name, statusType: random.pick(statusTypes) }));
  const transitions = Array.from({ length: 8 }, () =>
    buildRandomTransition(random, random.pick(['Start', 'Dalej', 'Wróć']), statuses, parameters),
  ).sort((one, other) => one.priorityOrder - other.priorityOrder);
  const scenarios = random
    .sample(['Zwykły', 'Pilny', 'Bez odpowiedzi'])
    .sort()
    .map((name) => ({
      name,
      answers: random
        .sample(parameters)
        .map((parameter) => ({
          parameter: parameter.parameterName,
          value: random.pick(listPossibleValues(parameter)),
        }))
        .sort((one, other) => (one.parameter < other.parameter ? -1 : 1)),
      expectedQuestions: random.sample(parameters).map(({ parameterName }) => parameterName),
      expectedStatus: random.pick(statuses).name,
      expectedGroup: random.pick([null, ...groups]),
    }));
  const calendars = random.chance(0.7) ? [buildRandomCalendar(random, 'Biuro', true)] : [];
  if (calendars.length > 0 && random.chance(0.5)) calendars.push(buildRandomCalendar(random, 'Dyżur', false));
  const targets = calendars
    .flatMap(({ name }) =>
      random
        .sample(['Odpowiedź', 'Rozwiązanie'])
        .map((metric) => buildRandomTarget(random, metric, name, statuses, parameters)),
    )
    .sort((one, other) => one.sortOrder - other.sortOrder);
  return { format: 'obieg-workflow/2', parameters, statuses, transitions, scenarios, calendars, targets };
};
