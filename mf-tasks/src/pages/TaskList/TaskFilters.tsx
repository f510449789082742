import { type StatusType, statusTypes } from '@obieg/contracts';
import { CheckboxField, FieldGroup } from '@obieg/ui';
import { useTaskMessages } from '../../messages';
import classes from './task-list.module.css';
import type { TaskListFilters } from './task-list-filters';

interface TaskFiltersProps {
  filters: TaskListFilters;
  onChange: (filters: TaskListFilters) => void;
}

export const TaskFilters = ({ filters, onChange }: TaskFiltersProps) => {
  const t = useTaskMessages();
  const toggle = (type: StatusType, isChosen: boolean): void =>
    onChange({
      ...filters,
      statusTypes: statusTypes.filter((one) => (one === type ? isChosen : filters.statusTypes.includes(one))),
    });
  return (
    <div className={classes['filters']}>
      <CheckboxField
        label={t('list.assignedToMe')}
        checked={filters.assignedToMe}
        onChange={({ target }) => onChange({ ...filters, assignedToMe: target.checked })}
      />
      <FieldGroup legend={t('list.statusTypes')} hideLegend inline>
        {statusTypes.map((type) => (
          <CheckboxField
            key={type}
            label={t(`list.statusType.${type}`)}
            checked={filters.statusTypes.includes(type)}
            onChange={({ target }) => toggle(type, target.checked)}
          />
        ))}
      </FieldGroup>
    </div>
  );
};
