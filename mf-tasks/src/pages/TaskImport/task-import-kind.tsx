import {
  type ImportTasks,
  type ImportTasksResponse,
  type TaskImportColumn,
  type TaskImportField,
  taskImportFields,
} from '@obieg/contracts';
import { Button, Notice, TextField } from '@obieg/ui';
import { guessPreset, type ImportChoice, type ImportKind } from '@obieg/ui/csv-import';
import {
  createRandomKey,
  describeError,
  http,
  readList,
  repeatWhileBusy,
  saveFile,
  type Translate,
  useLanguage,
} from '@obieg/web-kit';
import { useState } from 'react';
import { LeaveGuard } from '../../browser/LeaveGuard';
import { useTaskMessages } from '../../i18n/messages';
import {
  mapColumns,
  type PresetName,
  presetNames,
  presets,
  readAnswerTarget,
  toAnswerTarget,
} from './guess-columns';

const fieldNames = taskImportFields.filter(
  (field): field is Exclude<TaskImportField, 'answer'> => field !== 'answer',
);

/** Names a file whose rows have no key, so that another file of the same name is not taken for it. */
const nameRun = (file: File): string =>
  `${file.name.slice(0, 60)} ${new Date().toISOString().slice(0, 19)} ${createRandomKey().slice(0, 8)}`;

const toColumn = ({ heading, target }: { heading: string; target: string }): TaskImportColumn => {
  const question = readAnswerTarget(target);
  return question === undefined
    ? { heading, field: target as TaskImportField }
    : { heading, field: 'answer', question };
};

const sendBatch: ImportKind<string>['send'] = async (
  { columns, rows },
  { settings: source, isDryRun, signal },
) => {
  const body: ImportTasks = { source, mapping: columns.map(toColumn), rows: [...rows] };
  // Keys make repetitions safe.
  const response = await repeatWhileBusy(
    () => http.post<ImportTasksResponse>('/tasks/import', body, { params: { dryRun: isDryRun }, signal }),
    signal,
  );
  return readList(response, 'results').results;
};

const hasKey = ({ targets }: ImportChoice): boolean => targets.includes('key');

const createOutcomes = (t: Translate): ImportKind<string>['outcomes'] => [
  {
    id: 'CREATED',
    isChange: true,
    describe: (count, isDryRun) => t(`import.${isDryRun ? 'toCreate' : 'created'}`, { count }),
  },
  { id: 'UNCHANGED', isChange: false, describe: (count) => t('import.unchanged', { count }) },
];

/** How tasks are imported. The setting is the source of the keys. */
export const useTaskImportKind = (questions: readonly string[]): ImportKind<string> => {
  const t = useTaskMessages();
  const [named, setNamed] = useState<{ preset: string; source: string }>();
  const sourceOf = ({ preset }: ImportChoice): string =>
    named?.preset === preset ? named.source : t(`import.presets.${preset}`);
  return {
    language: useLanguage() === 'en' ? 'en' : 'pl',
    presets: presetNames.map((value) => ({ value, label: t(`import.presets.${value}`) })),
    fields: [
      ...fieldNames.map((field) => ({ value: field, label: t(`import.fields.${field}`) })),
      ...questions.map((question) => ({
        value: toAnswerTarget(question),
        label: t('import.answerTo', { question }),
      })),
    ],
    guessPreset: (headings) => guessPreset(headings, presets),
    mapColumns: (headings, preset) => mapColumns(headings, preset as PresetName, questions),
    renderSettings: (choice) =>
      hasKey(choice) ? (
        <TextField
          label={t('import.source')}
          help={t('import.sourceHelp')}
          value={sourceOf(choice)}
          maxLength={100}
          onChange={({ target }) => setNamed({ preset: choice.preset, source: target.value })}
        />
      ) : (
        <Notice tone="warning" announce={false}>
          {t('import.noKey')}
        </Notice>
      ),
    findProblem: (choice) => {
      if (!choice.targets.includes('title')) return t('import.titleNeeded');
      return hasKey(choice) && sourceOf(choice).trim() === '' ? t('import.sourceNeeded') : undefined;
    },
    readSettings: (choice) => (hasKey(choice) ? sourceOf(choice) : nameRun(choice.file)),
    outcomes: createOutcomes(t),
    send: sendBatch,
    describeFailure: describeError,
    saveFile,
    renderLeaveGuard: ({ hasChanges, title, text }) => (
      <LeaveGuard hasChanges={hasChanges} isDraftKept={false} question={{ title, text }} />
    ),
    doneAction: (
      <Button icon="tasks" to="/tasks">
        {t('import.toList')}
      </Button>
    ),
  };
};
