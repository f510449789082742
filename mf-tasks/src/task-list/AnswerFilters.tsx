import type { TaskFilterOptions } from '@obieg/contracts';
import { FieldGroup, IconButton, SelectField, TextField } from '@obieg/ui';
import { useTaskMessages } from '../i18n/messages';
import { type Conditions, readAnswers } from './conditions';
import classes from './view-bar.module.css';

/** As many as the API accepts. */
const maxAnswers = 5;

type Parameter = TaskFilterOptions['parameters'][number];

interface AnswerFiltersProps {
  conditions: Conditions;
  onChange: (changes: Conditions) => void;
  parameters: readonly Parameter[];
}

interface ValueFieldProps {
  parameter: Parameter | undefined;
  label: string;
  value: string;
  onChange: (value: string) => void;
}

const ValueField = ({ parameter, label, value, onChange }: ValueFieldProps) => {
  const t = useTaskMessages();
  const values =
    parameter?.parameterType === 'BOOLEAN'
      ? ['true', 'false'].map((one) => ({ value: one, label: t(`filters.boolean.${one}`) }))
      : (parameter?.dictionaryValues ?? []).map((one) => ({ value: one.value, label: one.value }));
  if (values.length === 0)
    return <TextField label={label} value={value} onChange={({ target }) => onChange(target.value)} />;
  const isKnown = value === '' || values.some((one) => one.value === value);
  return (
    <SelectField
      label={label}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      options={[
        { value: '', label: t('filters.chooseValue') },
        ...values,
        ...(isKnown ? [] : [{ value, label: value }]),
      ]}
    />
  );
};

/** Answers that a task must have. */
export const AnswerFilters = ({ conditions, onChange, parameters }: AnswerFiltersProps) => {
  const t = useTaskMessages();
  const answers = readAnswers(conditions.answers);
  const chosen = Object.keys(answers);
  const write = (changed: Readonly<Record<string, string>>): void =>
    onChange({ answers: Object.keys(changed).length > 0 ? JSON.stringify(changed) : '' });
  const without = (id: string) => Object.fromEntries(Object.entries(answers).filter(([one]) => one !== id));
  const rest = parameters.filter(({ parameterId }) => !chosen.includes(String(parameterId)));
  return (
    <FieldGroup legend={t('filters.answers')}>
      {chosen.map((id) => {
        const parameter = parameters.find(({ parameterId }) => String(parameterId) === id);
        const name = parameter?.displayName ?? `#${id}`;
        return (
          <div key={id} className={classes['answer']}>
            <ValueField
              parameter={parameter}
              label={name}
              value={answers[id] ?? ''}
              onChange={(value) => write({ ...answers, [id]: value })}
            />
            <IconButton
              icon="clear"
              label={t('filters.removeAnswer', { name })}
              onClick={() => write(without(id))}
            />
          </div>
        );
      })}
      {chosen.length < maxAnswers && rest.length > 0 ? (
        <SelectField
          label={t('filters.addAnswer')}
          value=""
          placeholder={t('filters.chooseQuestion')}
          onChange={({ target }) => {
            if (target.value) write({ ...answers, [target.value]: '' });
          }}
          options={rest.map(({ parameterId, displayName }) => ({
            value: String(parameterId),
            label: displayName,
          }))}
        />
      ) : null}
    </FieldGroup>
  );
};
