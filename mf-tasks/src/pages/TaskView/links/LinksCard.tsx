import { type LinkRelation, linkRelations, type Task, type TaskLink } from '@obieg/contracts';
import {
  Button,
  Card,
  DueDate,
  Heading,
  IconButton,
  PersonName,
  StatusBadge,
  Text,
  TextLink,
} from '@obieg/ui';
import { ConfirmAction } from '@obieg/ui/overlays';
import { describeError, notify } from '@obieg/web-kit';
import { Suspense, useState } from 'react';
import { useTaskMessages } from '../../../i18n/messages';
import { lazyPart } from '../../../lazy-parts/lazy-part';
import { useTaskPart } from '../../../task/task.api';
import { useRemoveLink } from './links.api';
import classes from './links.module.css';

const LinkModal = lazyPart(() => import(/* webpackChunkName: "mf-tasks-link-modal" */ './LinkModal'));

interface LinkRowProps {
  link: TaskLink;
  /** Absent if the caller may not remove the link. */
  onRemove: (() => void) | undefined;
}

const LinkRow = ({ link: { task }, onRemove }: LinkRowProps) => {
  const t = useTaskMessages();
  const { publicTaskId, title, statusName, statusType, dueAt, assigneeName, assigneeAddressHint } = task;
  return (
    <li className={classes['row']}>
      <span className={classes['title']}>
        <TextLink to={`/task/${publicTaskId}`}>{title}</TextLink>{' '}
        <span className={classes['number']}>#{publicTaskId}</span>
      </span>
      <span className={classes['facts']}>
        {dueAt ? <DueDate dueAt={dueAt} statusType={statusType} /> : null}
        <span>
          <PersonName name={assigneeName ?? t('task.unassigned')} addressHint={assigneeAddressHint} />
        </span>
        <StatusBadge type={statusType}>{statusName}</StatusBadge>
      </span>
      {onRemove ? (
        <IconButton icon="clear" label={t('links.removeOf', { title })} onClick={onRemove} />
      ) : null}
    </li>
  );
};

const RelationGroup = ({
  relation,
  links,
  onRemove,
}: {
  relation: LinkRelation;
  links: readonly TaskLink[];
  onRemove: ((link: TaskLink) => void) | undefined;
}) => {
  const t = useTaskMessages();
  const finished = links.filter(({ task }) => task.statusType === 'FINAL').length;
  return (
    <section className={classes['group']}>
      <Heading level={3}>
        {t(`links.heading.${relation}`)}
        {relation === 'PARENT_OF' ? (
          <span className={classes['progress']}>
            {' '}
            {t('links.progress', { finished, count: links.length })}
          </span>
        ) : null}
      </Heading>
      <ul className={classes['list']}>
        {links.map((link) => (
          <LinkRow key={link.linkId} link={link} onRemove={onRemove ? () => onRemove(link) : undefined} />
        ))}
      </ul>
    </section>
  );
};

/** Linked tasks by relation, with the subtasks' statuses. Shown if there are any, or if the caller may add one. */
const LinksCard = ({ task }: { task: Task }) => {
  const t = useTaskMessages();
  const { publicTaskId, canPlan = false } = task;
  const { data: links = [] } = useTaskPart(publicTaskId, 'links');
  const { mutateAsync } = useRemoveLink(publicTaskId);
  const [isAdding, setIsAdding] = useState(false);
  const [removed, setRemoved] = useState<TaskLink>();
  if (links.length === 0 && !canPlan) return null;

  const remove = async ({ linkId }: TaskLink): Promise<void> => {
    await mutateAsync(linkId);
    notify.success(t('links.removed'));
  };
  const groups = linkRelations
    .map((relation) => ({ relation, links: links.filter((link) => link.relation === relation) }))
    .filter((group) => group.links.length > 0);
  return (
    <Card
      title={t('links.title')}
      actions={
        canPlan ? (
          <>
            <Button size="small" icon="add" to={`/submit-task?parent=${publicTaskId}`}>
              {t('links.createSubtask')}
            </Button>
            <Button size="small" icon="link" onClick={() => setIsAdding(true)}>
              {t('links.add')}
            </Button>
          </>
        ) : undefined
      }
    >
      <div className={classes['groups']}>
        {groups.length === 0 ? <Text muted>{t('links.none')}</Text> : null}
        {groups.map((group) => (
          <RelationGroup key={group.relation} {...group} onRemove={canPlan ? setRemoved : undefined} />
        ))}
      </div>
      <Suspense>{isAdding ? <LinkModal task={task} onClose={() => setIsAdding(false)} /> : null}</Suspense>
      {removed ? (
        <ConfirmAction
          title={t('links.removeTitle')}
          confirmLabel={t('links.remove')}
          action={() => remove(removed)}
          describeFailure={(error) => describeError(error)}
          onClose={() => setRemoved(undefined)}
        >
          {t('links.removeText', { title: removed.task.title })}
        </ConfirmAction>
      ) : null}
    </Card>
  );
};

export default LinksCard;
