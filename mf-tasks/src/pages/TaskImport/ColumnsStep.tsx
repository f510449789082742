import { type TaskImportField, taskImportFields } from '@obieg/contracts';
import { Button, Card, Notice, SelectField, TextField } from '@obieg/ui';
import { useState } from 'react';
import { createRandomKey } from '../../browser/random-key';
import { useTaskMessages } from '../../i18n/messages';
import { describeFileError, type OpenedFile } from './FileStep';
import { type ColumnTarget, guessPreset, mapColumns, type PresetName, presetNames } from './guess-columns';
import { type Delimiter, delimiters, type Encoding, encodings, readPreview } from './read-csv';
import type { ImportPlan } from './run-import';
import classes from './task-import.module.css';

interface ColumnsStepProps {
  opened: OpenedFile;
  questions: readonly string[];
  onBack: () => void;
  onDone: (plan: ImportPlan) => void;
}

const fieldNames = taskImportFields.filter(
  (field): field is Exclude<TaskImportField, 'answer'> => field !== 'answer',
);
const delimiterKeys: Record<Delimiter, string> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
};

/** Names a file whose rows have no key, so that another file of the same name is not taken for it. */
const nameRun = (file: File): string =>
  `${file.name.slice(0, 60)} ${new Date().toISOString().slice(0, 19)} ${createRandomKey().slice(0, 8)}`;

/** Finds a target that two columns have. */
const findRepeated = (targets: readonly ColumnTarget[]): ColumnTarget | undefined =>
  targets.find((target, index) => target !== '' && targets.indexOf(target) !== index);

/** The form of the file, what each column is, and the name of the source of the keys. */
export const ColumnsStep = ({ opened, questions, onBack, onDone }: ColumnsStepProps) => {
  const t = useTaskMessages();
  const { file } = opened;
  const [form, setForm] = useState(opened.form);
  const [preview, setPreview] = useState(opened.preview);
  const [preset, setPreset] = useState<PresetName>(() => guessPreset(opened.preview.headings));
  const [targets, setTargets] = useState(() => mapColumns(opened.preview.headings, preset, questions));
  const [source, setSource] = useState(() => t(`import.presets.${preset}`));
  const [failure, setFailure] = useState<string>();
  const hasKey = targets.includes('key');

  const choosePreset = (name: PresetName): void => {
    setPreset(name);
    setTargets(mapColumns(preview.headings, name, questions));
    setSource(t(`import.presets.${name}`));
  };
  const changeForm = async (changes: Partial<typeof form>): Promise<void> => {
    const changed = { ...form, ...changes };
    setForm(changed);
    try {
      const read = await readPreview(file, changed);
      setPreview(read);
      setTargets(mapColumns(read.headings, preset, questions));
      setFailure(undefined);
    } catch (error) {
      setFailure(t(describeFileError(error)));
    }
  };
  const describeTarget = (target: ColumnTarget): string =>
    target.startsWith('answer:') ? target.slice('answer:'.length) : t(`import.fields.${target}`);
  const findProblem = (): string | undefined => {
    const repeated = findRepeated(targets);
    if (!targets.includes('title')) return t('import.titleNeeded');
    if (repeated !== undefined) return t('import.fieldTwice', { field: describeTarget(repeated) });
    return hasKey && source.trim() === '' ? t('import.sourceNeeded') : undefined;
  };
  const finish = (): void => {
    const problem = findProblem();
    setFailure(problem);
    if (problem === undefined)
      onDone({ file, form, headings: preview.headings, targets, source: hasKey ? source : nameRun(file) });
  };
  const options = [
    { value: '', label: t('import.ignored') },
    ...fieldNames.map((field) => ({ value: field, label: t(`import.fields.${field}`) })),
    ...questions.map((question) => ({
      value: `answer:${question}`,
      label: t('import.answerTo', { question }),
    })),
  ];
  return (
    <>
      {failure === undefined ? null : (
        <Notice tone="danger" takesFocus>
          {failure}
        </Notice>
      )}
      <Card title={t('import.form')}>
        <div className={classes['pair']}>
          <SelectField
            label={t('import.preset')}
            value={preset}
            onChange={({ target }) => choosePreset(target.value as PresetName)}
            options={presetNames.map((value) => ({ value, label: t(`import.presets.${value}`) }))}
          />
          <SelectField
            label={t('import.encoding')}
            value={form.encoding}
            onChange={({ target }) => void changeForm({ encoding: target.value as Encoding })}
            options={encodings.map((value) => ({ value, label: value.toUpperCase() }))}
          />
          <SelectField
            label={t('import.delimiter')}
            value={form.delimiter}
            onChange={({ target }) => void changeForm({ delimiter: target.value as Delimiter })}
            options={delimiters.map((value) => ({
              value,
              label: t(`import.delimiters.${delimiterKeys[value]}`),
            }))}
          />
        </div>
      </Card>
      <Card title={t('import.columns')}>
        <ol className={classes['columns']}>
          {preview.headings.map((heading, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: headings can repeat, and columns keep their place
            <li key={index}>
              <SelectField
                label={heading || t('import.unnamedColumn', { number: index + 1 })}
                value={targets[index] ?? ''}
                onChange={({ target }) => setTargets(targets.with(index, target.value as ColumnTarget))}
                options={options}
              />
              <p className={classes['samples']}>
                {preview.rows
                  .map((row) => (row[index] ?? '').slice(0, 80))
                  .filter((cell) => cell !== '')
                  .join(' · ')}
              </p>
            </li>
          ))}
        </ol>
      </Card>
      {hasKey ? (
        <TextField
          label={t('import.source')}
          help={t('import.sourceHelp')}
          value={source}
          maxLength={100}
          onChange={({ target }) => setSource(target.value)}
        />
      ) : (
        <Notice tone="warning" announce={false}>
          {t('import.noKey')}
        </Notice>
      )}
      <div className={classes['actions']}>
        <Button icon="back" onClick={onBack}>
          {t('import.back')}
        </Button>
        <Button variant="primary" iconAfter="forward" onClick={finish}>
          {t('import.check')}
        </Button>
      </div>
    </>
  );
};
