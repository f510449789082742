import { type LinkRelation, linkRelations, type Task } from '@obieg/contracts';
import { Button, Form, SelectField, StatusBadge, useDebounced } from '@obieg/ui';
import { Modal, ModalActions, SearchPicker, useTypedTerm } from '@obieg/ui/overlays';
import { notify, usePermissions } from '@obieg/web-kit';
import { type FormEvent, useState } from 'react';
import { describeError } from '../../../failures/describe-error';
import { useTaskMessages } from '../../../i18n/messages';
import { FailureNotice } from '../FailureNotice';
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

/** Dialog that links the task to another one, which is found by its number or any text. */
const LinkModal = ({ task: { publicTaskId }, onClose }: LinkModalProps) => {
  const t = useTaskMessages();
  const { hasOperatorPermission } = usePermissions();
  const { mutateAsync, isPending } = useAddLink(publicTaskId);
  const [relation, setRelation] = useState<LinkRelation>('RELATES');
  const [other, setOther] = useState<Choice | null>(null);
  const [error, setError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const term = useTypedTerm();
  const searched = useDebounced(term.typed.trim());
  const { data: tasks, isFetching } = useTaskChoices(searched);
  const choices = tasks
    ?.filter((task) => task.publicTaskId !== publicTaskId)
    .map((task): Choice => ({ ...task, id: task.publicTaskId }));
  const relations = linkRelations.filter((one) => hasOperatorPermission || !isInverse(one));

  const add = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setFailure(undefined);
    if (!other) return setError(t('links.otherRequired'));
    try {
      await mutateAsync({ relation, otherId: other.id });
      notify.success(t('links.added'));
      onClose();
    } catch (problem) {
      setFailure(describeError(problem, t));
    }
  };
  return (
    <Modal isOpen onClose={onClose} isBusy={isPending} isDirty={other !== null} title={t('links.add')}>
      <Form onSubmit={(event) => void add(event)}>
        {failure === undefined ? null : <FailureNotice title={t('links.addFailed')} reason={failure} />}
        <SelectField
          label={t('links.relation')}
          value={relation}
          onChange={({ target }) => setRelation(target.value as LinkRelation)}
          options={relations.map((value) => ({ value, label: t(`links.thisTask.${value}`) }))}
          data-autofocus
        />
        <SearchPicker
          label={t('links.other')}
          placeholder={t('links.search')}
          error={error}
          term={term}
          found={searched === '' || term.typed.trim() === '' ? undefined : choices}
          isSearching={isFetching}
          hint={undefined}
          renderItem={(choice) => <ChoiceLine choice={choice} />}
          selected={other}
          onSelect={(choice) => {
            setError(undefined);
            setOther(choice);
          }}
          onClear={() => setOther(null)}
        />
        <ModalActions>
          <Button onClick={onClose} disabled={isPending}>
            {t('task.cancel')}
          </Button>
          <Button type="submit" variant="primary" loading={isPending}>
            {t('links.save')}
          </Button>
        </ModalActions>
      </Form>
    </Modal>
  );
};

export default LinkModal;
