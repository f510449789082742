import { SelectField, TextField } from '@obieg/ui';
import { useState } from 'react';
import { useTaskMessages } from '../i18n/messages';
import type { ConditionName, Conditions } from './conditions';
import { readBefore, readFrom, toBefore, toFrom } from './filter-dates';
import classes from './view-bar.module.css';

const dayOptions = ['1', '7', '30', '90'] as const;

interface TimeFilterProps {
  time: 'created' | 'updated';
  conditions: Conditions;
  onChange: (changes: Conditions) => void;
}

/** The last days, or a range of days. A view of the last days moves with the time. */
export const TimeFilter = ({ time, conditions, onChange }: TimeFilterProps) => {
  const t = useTaskMessages();
  const names = { days: `${time}Days`, from: `${time}From`, before: `${time}Before` } satisfies Record<
    string,
    ConditionName
  >;
  const days = conditions[names.days];
  const from = conditions[names.from];
  const before = conditions[names.before];
  const [isRange, setIsRange] = useState(from !== undefined || before !== undefined);
  const known = days === undefined || dayOptions.some((option) => option === days) ? [] : [days];
  const select = (value: string): void => {
    setIsRange(value === 'range');
    onChange({ [names.days]: value === 'range' ? '' : value, [names.from]: '', [names.before]: '' });
  };
  return (
    <div>
      <SelectField
        label={t(`filters.${time}`)}
        value={isRange ? 'range' : (days ?? '')}
        onChange={({ target }) => select(target.value)}
        options={[
          { value: '', label: t('filters.any') },
          ...[...dayOptions, ...known].map((value) => ({
            value,
            label: t('filters.lastDays', { count: Number(value) }),
          })),
          { value: 'range', label: t('filters.range') },
        ]}
      />
      {isRange ? (
        <div className={classes['range']}>
          <TextField
            type="date"
            label={t('filters.from')}
            value={readFrom(from)}
            onChange={({ target }) => onChange({ [names.from]: toFrom(target.value) })}
          />
          <TextField
            type="date"
            label={t('filters.to')}
            value={readBefore(before)}
            onChange={({ target }) => onChange({ [names.before]: toBefore(target.value) })}
          />
        </div>
      ) : null}
    </div>
  );
};
