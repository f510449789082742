import { type TaskFilterOptions, targetFilters } from '@obieg/contracts';
import {
  Button,
  CheckboxField,
  FieldGroup,
  Form,
  Notice,
  SelectField,
  SkeletonCard,
  TextField,
} from '@obieg/ui';
import { GroupsPicker, Modal, ModalActions, UsersSearchBox } from '@obieg/ui/overlays';
import { describeError } from '@obieg/web-kit';
import { type FormEvent, useState } from 'react';
import { useTaskMessages } from '../i18n/messages';
import { searchMembers, useGroups } from '../people/people.api';
import { AnswerFilters } from './AnswerFilters';
import {
  type Conditions,
  changeConditions,
  dropEmptyAnswers,
  readAssigneeIds,
  splitList,
} from './conditions';
import { TimeFilter } from './TimeFilter';
import type { TaskListFilters } from './task-list-filters';
import type { ListState } from './use-list-state';
import classes from './view-bar.module.css';
import { useFilterOptions } from './views.api';

interface FieldProps {
  conditions: Conditions;
  onChange: (changes: Conditions) => void;
  options: TaskFilterOptions;
}

/** Adds or removes an entry of a comma-separated list. */
const toggleEntry = (list: string | undefined, entry: string, isChosen: boolean): string => {
  const others = splitList(list).filter((one) => one !== entry);
  return (isChosen ? [...others, entry] : others).join();
};

const StatusFilter = ({ conditions: { statusIds }, onChange, options }: FieldProps) => {
  const t = useTaskMessages();
  return (
    <FieldGroup legend={t('filters.statuses')} inline>
      {options.statuses.map(({ statusId, statusName }, index) => (
        <CheckboxField
          key={statusId}
          label={statusName}
          checked={splitList(statusIds).includes(String(statusId))}
          data-autofocus={index === 0 || undefined}
          onChange={({ target }) =>
            onChange({ statusIds: toggleEntry(statusIds, String(statusId), target.checked) })
          }
        />
      ))}
    </FieldGroup>
  );
};

const AssigneeFilter = ({ conditions: { assignees }, onChange, options }: FieldProps) => {
  const t = useTaskMessages();
  const groups = useGroups();
  const [known, setKnown] = useState(options.users);
  const groupIds = readAssigneeIds(assignees, 'group');
  const users = readAssigneeIds(assignees, 'user').map(
    (id) => known.find((user) => user.id === id) ?? { id, username: `#${id}`, email: '' },
  );
  const isNoneIncluded = splitList(assignees).includes('none');
  const write = (userIds: readonly number[], ids: readonly number[], hasNone = isNoneIncluded): void =>
    onChange({
      assignees: [
        ...(hasNone ? ['none'] : []),
        ...userIds.map((id) => `user:${id}`),
        ...ids.map((id) => `group:${id}`),
      ].join(),
    });
  const userIds = users.map(({ id }) => id);
  return (
    <>
      <CheckboxField
        label={t('filters.unassigned')}
        checked={isNoneIncluded}
        onChange={({ target }) => write(userIds, groupIds, target.checked)}
      />
      <div className={classes['pair']}>
        <UsersSearchBox
          label={t('filters.assignedUsers')}
          search={searchMembers}
          value={users}
          onChange={(chosen) => {
            setKnown([...known, ...chosen]);
            write(
              chosen.map(({ id }) => id),
              groupIds,
            );
          }}
        />
        <GroupsPicker
          label={t('filters.assignedGroups')}
          groups={groups}
          value={groupIds}
          onChange={(ids) => write(userIds, ids)}
        />
      </div>
    </>
  );
};

const dueOptions = ['overdue', 'today', 'week', 'none'] as const;

const DueFilter = ({ conditions: { due }, onChange }: Omit<FieldProps, 'options'>) => {
  const t = useTaskMessages();
  return (
    <SelectField
      label={t('filters.due')}
      value={due ?? ''}
      onChange={({ target }) => onChange({ due: target.value })}
      options={[
        { value: '', label: t('filters.any') },
        ...dueOptions.map((value) => ({ value, label: t(`filters.dueOptions.${value}`) })),
      ]}
    />
  );
};

const TargetField = ({ conditions, onChange }: Omit<FieldProps, 'options'>) => {
  const t = useTaskMessages();
  return (
    <SelectField
      label={t('filters.target')}
      value={conditions.target ?? ''}
      onChange={({ target: field }) => onChange({ target: field.value })}
      options={[
        { value: '', label: t('filters.any') },
        ...targetFilters.map((value) => ({ value, label: t(`filters.targetOptions.${value}`) })),
      ]}
    />
  );
};

const flags = ['submittedByMe', 'watched', 'unread'] as const;

const Flags = ({ conditions, onChange }: Omit<FieldProps, 'options'>) => {
  const t = useTaskMessages();
  return (
    <FieldGroup legend={t('filters.flags')} hideLegend inline>
      {flags.map((name) => (
        <CheckboxField
          key={name}
          label={t(`filters.${name}`)}
          checked={conditions[name] === 'true'}
          onChange={({ target }) => onChange({ [name]: target.checked ? 'true' : '' })}
        />
      ))}
    </FieldGroup>
  );
};

const Fields = (props: FieldProps) => {
  const t = useTaskMessages();
  const { conditions, onChange, options } = props;
  return (
    <>
      <StatusFilter {...props} />
      <AssigneeFilter {...props} />
      <div className={classes['pair']}>
        <TextField
          label={t('filters.createdBy')}
          value={conditions.createdBy ?? ''}
          maxLength={254}
          autoComplete="off"
          inputMode="email"
          placeholder="jan@example.com"
          onChange={({ target }) => onChange({ createdBy: target.value })}
        />
        <DueFilter {...props} />
        <TargetField {...props} />
        <TimeFilter time="created" conditions={conditions} onChange={onChange} />
        <TimeFilter time="updated" conditions={conditions} onChange={onChange} />
      </div>
      <AnswerFilters conditions={conditions} onChange={onChange} parameters={options.parameters} />
      <Flags {...props} />
    </>
  );
};

/** Filters in the row that the chosen conditions contradict. */
const releaseRow = ({ statusIds, assignees }: Conditions): Partial<TaskListFilters> => ({
  ...(statusIds ? { statusTypes: [] } : {}),
  ...(assignees ? { assignedToMe: false, assignedToMyGroups: false } : {}),
});

/** Dialog with the filters beyond those of the row. */
const FilterDialog = ({ list, onClose }: { list: ListState; onClose: () => void }) => {
  const t = useTaskMessages();
  const [conditions, setConditions] = useState(list.filters.conditions);
  const { data: options, error } = useFilterOptions(
    readAssigneeIds(list.filters.conditions.assignees, 'user'),
    true,
  );
  const change = (changes: Conditions): void => setConditions(changeConditions(conditions, changes));
  const apply = (event: FormEvent): void => {
    event.preventDefault();
    list.changeFilters({ conditions: dropEmptyAnswers(conditions), ...releaseRow(conditions) });
    onClose();
  };
  return (
    <Modal isOpen onClose={onClose} title={t('filters.title')} width="wide">
      <Form onSubmit={apply}>
        {error ? (
          <Notice tone="danger">{t('filters.failed', { reason: describeError(error) })}</Notice>
        ) : null}
        {options ? <Fields conditions={conditions} onChange={change} options={options} /> : null}
        {options || error ? null : <SkeletonCard lines={8} />}
        <ModalActions>
          <Button onClick={() => setConditions({})}>{t('filters.clear')}</Button>
          <Button onClick={onClose}>{t('task.cancel')}</Button>
          <Button type="submit" variant="primary" disabled={!options}>
            {t('filters.apply')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
};

export default FilterDialog;
