import type { Group } from '@obieg/contracts';
import { groupPathOf } from '@obieg/contracts/group-path';
import { Button, Card, Form, Notice, Text } from '@obieg/ui';
import { useWatch } from 'react-hook-form';
import * as z from 'zod';
import { useGroupList } from '../../api/groups.api';
import { ChoiceField } from '../../forms/ChoiceField';
import { useSaveForm } from '../../forms/use-save-form';
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

/** A choice for each missing path, by position: paths contain characters that field names must not contain. */
const schema = z.object({ choices: z.array(z.string().min(1)) });

const listOptions = (groups: readonly Group[]) =>
  groups
    .map((group) => ({ value: String(group.id), label: groupPathOf(group) }))
    .sort((one, other) => one.label.localeCompare(other.label, 'pl'));

/** Asks which groups of the organization stand for the groups that the file names. */
export const GroupChoices = ({ missing, isRunning, onChoose, onCancel }: GroupChoicesProps) => {
  const t = useAdminMessages();
  const { data: groups = [], error } = useGroupList();
  const form = useSaveForm({
    schema,
    defaultValues: { choices: missing.map(() => '') },
    onSaved: ({ choices }) =>
      onChoose(
        Object.fromEntries(
          missing.map((path, index) => [path, choices[index] === leaveOut ? null : Number(choices[index])]),
        ),
      ),
  });
  const { control } = form.form;
  const isComplete = useWatch({ control, name: 'choices' }).every(Boolean);
  return (
    <Card title={t('workflowExchange.groups.title')}>
      <Form {...form.formProps}>
        <Text>{t('workflowExchange.groups.text')}</Text>
        {error ? <Notice tone="danger">{t('workflowExchange.groups.failed')}</Notice> : null}
        {missing.map((path, index) => (
          <ChoiceField
            key={path}
            control={control}
            name={`choices.${index}`}
            label={path}
            placeholder={t('workflowExchange.groups.choose')}
            options={[
              { value: leaveOut, label: t('workflowExchange.groups.leaveOut') },
              ...listOptions(groups),
            ]}
          />
        ))}
        <div className={classes['actions']}>
          <Button onClick={onCancel}>{t('workflowExchange.cancel')}</Button>
          <Button
            type="submit"
            variant="primary"
            loading={isRunning}
            disabledReason={isComplete ? undefined : t('workflowExchange.groups.incomplete')}
          >
            {t('workflowExchange.groups.continue')}
          </Button>
        </div>
      </Form>
    </Card>
  );
};
