import type { Group } from '@obieg/contracts';
import { Button, Card, Notice, SelectField, Text } from '@obieg/ui';
import { useState } from 'react';
import { useGroupList } from '../../api/groups.api';
import { useAdminMessages } from '../../i18n/messages';
import classes from './workflow-exchange.module.css';

interface GroupChoicesProps {
  /** Paths of the file that name no group of the organization. */
  missing: readonly string[];
  isRunning: boolean;
  onChoose: (groups: Record<string, number | null>) => void;
  onCancel: () => void;
}

const leaveOut = 'none';

/** Names groups with their ancestors. The depth is limited in case of a circle. */
const listOptions = (groups: readonly Group[]) => {
  const byId = new Map(groups.map((group) => [group.id, group]));
  const pathOf = (group: Group, depth = 0): string => {
    const parent = group.parentGroupId === null ? undefined : byId.get(group.parentGroupId);
    return parent && depth < 20 ? `${pathOf(parent, depth + 1)} / ${group.name}` : group.name;
  };
  return groups
    .map((group) => ({ value: String(group.id), label: pathOf(group) }))
    .sort((one, other) => one.label.localeCompare(other.label));
};

/** Asks which groups of the organization stand for the groups that the file names. */
export const GroupChoices = ({ missing, isRunning, onChoose, onCancel }: GroupChoicesProps) => {
  const t = useAdminMessages();
  const { data: groups = [], error } = useGroupList();
  const [choices, setChoices] = useState<Readonly<Record<string, string>>>({});
  const isComplete = missing.every((path) => choices[path]);
  const submit = (): void =>
    onChoose(
      Object.fromEntries(
        missing.map((path) => [path, choices[path] === leaveOut ? null : Number(choices[path])]),
      ),
    );
  return (
    <Card title={t('workflowExchange.groups.title')}>
      <div className={classes['stack']}>
        <Text>{t('workflowExchange.groups.text')}</Text>
        {error ? <Notice tone="danger">{t('workflowExchange.groups.failed')}</Notice> : null}
        {missing.map((path) => (
          <SelectField
            key={path}
            label={path}
            placeholder={t('workflowExchange.groups.choose')}
            value={choices[path] ?? ''}
            options={[
              { value: leaveOut, label: t('workflowExchange.groups.leaveOut') },
              ...listOptions(groups),
            ]}
            onChange={({ currentTarget: { value } }) => setChoices({ ...choices, [path]: value })}
          />
        ))}
        <div className={classes['actions']}>
          <Button onClick={onCancel}>{t('workflowExchange.cancel')}</Button>
          <Button
            variant="primary"
            loading={isRunning}
            disabledReason={isComplete ? undefined : t('workflowExchange.groups.incomplete')}
            onClick={submit}
          >
            {t('workflowExchange.groups.continue')}
          </Button>
        </div>
      </div>
    </Card>
  );
};
