import { type LinkRelation, linkRelations, type Task } from '@obieg/contracts';
import { SelectField, StatusBadge, useDebounced } from '@obieg/ui';
import { ActionDialog, SearchPicker, useAction, useTypedTerm } from '@obieg/ui/overlays';
import { describeError, notify, usePermissions } from '@obieg/web-kit';
import { useController, useForm } from 'react-hook-form';
import { useTaskMessages } from '../../../i18n/messages';
import { isInverse, useAddLink, useTaskChoices } from './links.api';
import classes from './links.module.css';

type Choice = Pick<Task, 'title' | 'statusName' | 'statusType'> & { id: number };

const ChoiceLine = ({ choice }: { choice: Choice }) => (
  <span className={classes['choice']}>
    <span className={classes['number']}>#{choice.id}</span>
    <span className={classes['choiceTitle']}>{choice.title}</span>
    <StatusBadge type={choice.statusType}>{choice.statusName}</StatusBadge>
  </span>
);

interface LinkModalProps {
  task: Task;
  onClose: () => void;
}

interface LinkFields {
  relation: LinkRelation;
  other: Choice | null;
}

/** Dialog that links the task to another one, which is found by its number or any text. */
const LinkModal = ({ task: { publicTaskId }, onClose }: LinkModalProps) => {
  const t = useTaskMessages();
  const { hasOperatorPermission } = usePermissions();
  const { mutateAsync } = useAddLink(publicTaskId);
  const action = useAction({ describeFailure: (error) => describeError(error), onDone: onClose });
  const { register, control, handleSubmit } = useForm<LinkFields>({
    defaultValues: { relation: 'RELATES', other: null },
  });
  const { field: other, fieldState } = useController({ control, name: 'other', rules: { required: true } });
  const term = useTypedTerm();
  const searched = useDebounced(term.typed.trim());
  const { data: tasks, isFetching } = useTaskChoices(searched);
  const choices = tasks
    ?.filter((task) => task.publicTaskId !== publicTaskId)
    .map((task): Choice => ({ ...task, id: task.publicTaskId }));
  const relations = linkRelations.filter((one) => hasOperatorPermission || !isInverse(one));

  const add = async (relation: LinkRelation, otherId: number): Promise<void> => {
    await mutateAsync({ relation, otherId });
    notify.success(t('links.added'));
  };
  return (
    <ActionDialog
      title={t('links.add')}
      isDirty={other.value !== null}
      action={action}
      onSubmit={handleSubmit(({ relation, other: chosen }) =>
        chosen ? action.run(() => add(relation, chosen.id)) : undefined,
      )}
      submitLabel={t('links.save')}
      failureTitle={t('links.addFailed')}
      onClose={onClose}
    >
      <SelectField
        {...register('relation')}
        label={t('links.relation')}
        options={relations.map((value) => ({ value, label: t(`links.thisTask.${value}`) }))}
        data-autofocus
      />
      <SearchPicker
        label={t('links.other')}
        placeholder={t('links.search')}
        error={fieldState.error ? t('links.otherRequired') : undefined}
        term={term}
        found={searched === '' || term.typed.trim() === '' ? undefined : choices}
        isSearching={isFetching}
        hint={undefined}
        renderItem={(choice) => <ChoiceLine choice={choice} />}
        selected={other.value}
        onSelect={other.onChange}
        onClear={() => other.onChange(null)}
      />
    </ActionDialog>
  );
};

export default LinkModal;
