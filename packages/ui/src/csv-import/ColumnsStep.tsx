import { Button, Card, Notice, SelectField } from '@obieg/ui';
import { useState } from 'react';
import classes from './csv-import.module.css';
import { describeFileError } from './describe-file-error';
import type { OpenedFile } from './FileStep';
import type { ImportKind } from './import-kind';
import { type Delimiter, delimiters, type Encoding, encodings, readPreview } from './read-csv';
import { importTexts } from './texts';
import type { ChosenImport } from './use-import-run';

interface ColumnsStepProps<Settings> {
  kind: ImportKind<Settings>;
  opened: OpenedFile;
  onBack: () => void;
  onDone: (plan: ChosenImport<Settings>) => void;
}

/** Finds a target that two columns have. */
const findRepeated = (targets: readonly string[]): string | undefined =>
  targets.find((target, index) => target !== '' && targets.indexOf(target) !== index);

/** The form of the file, what each column is, and the settings of the page. */
export const ColumnsStep = <Settings,>({ kind, opened, onBack, onDone }: ColumnsStepProps<Settings>) => {
  const texts = importTexts[kind.language];
  const { file } = opened;
  const [form, setForm] = useState(opened.form);
  const [preview, setPreview] = useState(opened.preview);
  const [preset, setPreset] = useState(() => kind.guessPreset(opened.preview.headings));
  const [targets, setTargets] = useState(() => kind.mapColumns(opened.preview.headings, preset));
  const [failure, setFailure] = useState<string>();
  const choice = { file, preset, targets };

  const choosePreset = (name: string): void => {
    setPreset(name);
    setTargets(kind.mapColumns(preview.headings, name));
  };
  const changeForm = async (changes: Partial<typeof form>): Promise<void> => {
    const changed = { ...form, ...changes };
    setForm(changed);
    try {
      const read = await readPreview(file, changed);
      setPreview(read);
      setTargets(kind.mapColumns(read.headings, preset));
      setFailure(undefined);
    } catch (error) {
      setFailure(describeFileError(error, kind.language));
    }
  };
  const findProblem = (): string | undefined => {
    const repeated = kind.fields.find(({ value }) => value === findRepeated(targets));
    return repeated ? texts.fieldTwice(repeated.label) : kind.findProblem(choice);
  };
  const finish = (): void => {
    const problem = findProblem();
    setFailure(problem);
    if (problem === undefined)
      onDone({ file, form, headings: preview.headings, targets, settings: kind.readSettings(choice) });
  };
  const options = [{ value: '', label: texts.ignored }, ...kind.fields];
  return (
    <>
      {failure === undefined ? null : (
        <Notice tone="danger" takesFocus>
          {failure}
        </Notice>
      )}
      <Card title={texts.form}>
        <div className={classes['pair']}>
          <SelectField
            label={texts.preset}
            value={preset}
            onChange={({ target }) => choosePreset(target.value)}
            options={[...kind.presets]}
          />
          <SelectField
            label={texts.encoding}
            value={form.encoding}
            onChange={({ target }) => void changeForm({ encoding: target.value as Encoding })}
            options={encodings.map((value) => ({ value, label: value.toUpperCase() }))}
          />
          <SelectField
            label={texts.delimiter}
            value={form.delimiter}
            onChange={({ target }) => void changeForm({ delimiter: target.value as Delimiter })}
            options={delimiters.map((value) => ({ value, label: texts.delimiters[value] }))}
          />
        </div>
      </Card>
      <Card title={texts.columns}>
        <ol className={classes['columns']}>
          {preview.headings.map((heading, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: headings can repeat, and columns keep their place
            <li key={index}>
              <SelectField
                label={heading || texts.unnamedColumn(index + 1)}
                value={targets[index] ?? ''}
                onChange={({ target }) => setTargets(targets.with(index, target.value))}
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
      {kind.renderSettings(choice)}
      <div className={classes['actions']}>
        <Button icon="back" onClick={onBack}>
          {texts.back}
        </Button>
        <Button variant="primary" iconAfter="forward" onClick={finish}>
          {texts.check}
        </Button>
      </div>
    </>
  );
};
