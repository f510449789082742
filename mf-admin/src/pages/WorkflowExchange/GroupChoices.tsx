import type { Group } from '@obieg/contracts';
import { groupPathOf, sortByPath } from '@obieg/contracts/group-path';
import { Button, Card, Form, Notice, Text } from '@obieg/ui';
import { type Translate, usePermissions } from '@obieg/web-kit';
import { useWatch } from 'react-hook-form';
import * as z from 'zod';
import { formatGroupPath } from '../../api/group-paths';
import { useCreateGroupPaths, useGroupList } from '../../api/groups.api';
import type { Versioned } from '../../api/optimistic-concurrency';
import { appendReason } from '../../failures/rejection';
import { ChoiceField } from '../../forms/ChoiceField';
import { FormFailure } from '../../forms/FormFailure';
import { useSaveForm } from '../../forms/use-save-form';
import { useAdminMessages } from '../../i18n/messages';
import { listUses } from './describe-place';
import classes from './workflow-exchange.module.css';

interface GroupChoicesProps {
  file: unknown;
  /** Paths of the file that name no group of the organization. */
  missing: readonly string[];
  isRunning: boolean;
  onChoose: (groups: Record<string, number | null>) => void;
  onCreated: (group: Versioned<Group>) => void;
  onCancel: () => void;
}

const leaveOut = 'none';
const create = 'new';

/** A choice for each missing path, by position: paths contain characters that field names must not contain. */
const schema = z.object({ choices: z.array(z.string().min(1)) });

const listOptions = (groups: readonly Group[]) =>
  sortByPath(groups).map((group) => ({ value: String(group.id), label: groupPathOf(group) }));

/** Says which transitions lose a group that is left out. */
const describeUses = (t: Translate, file: unknown, path: string): string => {
  const { executor, target } = listUses(file, path);
  return [
    executor.length > 0 && t('workflowExchange.groups.executorOf', { names: executor.join(', ') }),
    target.length > 0 && t('workflowExchange.groups.targetOf', { names: target.join(', ') }),
  ]
    .filter(Boolean)
    .join(' ');
};

/** Asks which groups stand for the groups that the file names, and creates those that shall be new. */
const useChoices = ({
  missing,
  onChoose,
  onCreated,
}: Pick<GroupChoicesProps, 'missing' | 'onChoose' | 'onCreated'>) => {
  const { mutateAsync: createPaths } = useCreateGroupPaths();
  const form = useSaveForm({
    schema,
    defaultValues: { choices: missing.map(() => '') },
    send: async ({ choices }) => {
      const newPaths = missing.filter((_, index) => choices[index] === create);
      const created =
        newPaths.length > 0 ? await createPaths({ paths: newPaths, onCreated }) : new Map<string, number>();
      const idOf = (path: string, choice: string | undefined): number | null =>
        choice === leaveOut ? null : (created.get(path) ?? Number(choice));
      onChoose(Object.fromEntries(missing.map((path, index) => [path, idOf(path, choices[index])])));
    },
  });
  const choices = useWatch({ control: form.form.control, name: 'choices' });
  return { form, isComplete: choices.every(Boolean), hasNew: choices.includes(create) };
};

/** Asks which groups of the organization, or which new ones, stand for the groups that the file names. */
export const GroupChoices = ({
  file,
  missing,
  isRunning,
  onChoose,
  onCreated,
  onCancel,
}: GroupChoicesProps) => {
  const t = useAdminMessages();
  const { canManageUsers } = usePermissions();
  const { data: groups = [], error } = useGroupList();
  const { form, isComplete, hasNew } = useChoices({ missing, onChoose, onCreated });
  const options = [
    { value: leaveOut, label: t('workflowExchange.groups.leaveOut') },
    ...(canManageUsers ? [{ value: create, label: t('workflowExchange.groups.create') }] : []),
    ...listOptions(groups),
  ];
  return (
    <Card title={t('workflowExchange.groups.title')}>
      <Form {...form.formProps}>
        <FormFailure
          form={form}
          describe={(failure) => appendReason(t('workflowExchange.groups.createFailed'), failure)}
        />
        <Text>{t('workflowExchange.groups.text')}</Text>
        {error ? <Notice tone="danger">{t('workflowExchange.groups.failed')}</Notice> : null}
        {missing.map((path, index) => (
          <ChoiceField
            key={path}
            control={form.form.control}
            name={`choices.${index}`}
            label={formatGroupPath(path)}
            help={describeUses(t, file, path)}
            placeholder={t('workflowExchange.groups.choose')}
            options={options}
          />
        ))}
        {hasNew ? <Notice>{t('workflowExchange.groups.createText')}</Notice> : null}
        <div className={classes['actions']}>
          <Button onClick={onCancel}>{t('workflowExchange.cancel')}</Button>
          <Button
            type="submit"
            variant="primary"
            loading={isRunning || form.isSaving}
            disabledReason={isComplete ? undefined : t('workflowExchange.groups.incomplete')}
          >
            {t('workflowExchange.groups.continue')}
          </Button>
        </div>
      </Form>
    </Card>
  );
};
