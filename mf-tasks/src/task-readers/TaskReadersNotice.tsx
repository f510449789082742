import type { TaskReaders } from '@obieg/contracts';
import { Icon, Notice, usePersonFormat } from '@obieg/ui';
import { useTaskMessages } from '../i18n/messages';
import classes from './task-readers.module.css';

/** Says who will and who will not see the task after the edit, the assignment or the transition. */
export const TaskReadersNotice = ({ readers }: { readers: TaskReaders }) => {
  const t = useTaskMessages();
  const formatPerson = usePersonFormat();
  const { caller, allMembers, groups, users, author } = readers;
  const listPeople = (isReader: boolean): string[] => [
    ...users
      .filter(({ reads }) => reads === isReader)
      .map(({ userName, addressHint }) => formatPerson({ name: userName, addressHint })),
    ...(author?.reads === isReader ? [t('task.readers.author', { name: formatPerson(author) })] : []),
  ];
  const seeing = [
    ...(caller ? [t('task.readers.you')] : []),
    ...(allMembers ? [t('task.readers.allMembers')] : []),
    ...groups.map(({ groupName }) => t('task.readers.group', { name: groupName })),
    ...listPeople(true),
  ];
  const excluded = [
    ...(caller ? [] : [t('task.readers.you')]),
    ...listPeople(false),
    ...(allMembers ? [] : [t('task.readers.otherMembers')]),
  ];
  return (
    <>
      {caller ? null : <Notice tone="warning">{t('task.lockOut.text')}</Notice>}
      <div className={classes['readers']}>
        <p>
          <Icon name="visible" size={14} /> <strong>{t('task.readers.seenBy')}</strong> {seeing.join(', ')}
        </p>
        {excluded.length > 0 ? (
          <p>
            <Icon name="hidden" size={14} /> <strong>{t('task.readers.notSeenBy')}</strong>{' '}
            {excluded.join(', ')}
          </p>
        ) : null}
      </div>
    </>
  );
};
