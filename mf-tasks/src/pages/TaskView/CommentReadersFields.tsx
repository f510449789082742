import { groupPathOf } from '@obieg/contracts/group-path';
import { Badge, Icon, Loading, SkeletonLines, usePersonFormat } from '@obieg/ui';
import type { Visibility } from '@obieg/ui/overlays';
import { Suspense } from 'react';
import { useTaskMessages } from '../../i18n/messages';
import { lazyPart } from '../../lazy-parts/lazy-part';
import { useGroups } from '../../people/people.api';
import classes from './task-view.module.css';
import type { Readers } from './use-comment-form';

const CommentVisibility = lazyPart(
  () => import(/* webpackChunkName: "mf-tasks-comment-visibility" */ './CommentVisibility'),
);

/** Names of the users and groups that may read the comment. A group shows its id until its name is loaded. */
const SelectedReaders = ({ visibility: { users, groupIds } }: { visibility: Visibility }) => {
  const groups = useGroups(groupIds.length > 0);
  const formatPerson = usePersonFormat();
  const names = [
    ...users.map(({ username, addressHint }) => formatPerson({ name: username, addressHint })),
    ...groupIds.map((id) => {
      const group = groups.find((one) => one.id === id);
      return group ? groupPathOf(group) : `#${id}`;
    }),
  ];
  return names.map((name) => <Badge key={name}>{name}</Badge>);
};

/** Restricts a comment to people and groups (spec 3 §2). */
export const CommentReadersFields = ({ readers }: { readers: Readers }) => {
  const t = useTaskMessages();
  const { visibility, setVisibility, isOpen, setIsOpen, isMounted } = readers;
  return (
    <details
      className={classes['commentOptions']}
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>
        {t('task.restrictComment')}
        <Icon name="chevronDown" size={16} />
        <SelectedReaders visibility={visibility} />
      </summary>
      {isMounted ? (
        <Suspense
          fallback={
            <Loading>
              <SkeletonLines lines={3} />
            </Loading>
          }
        >
          <CommentVisibility value={visibility} onChange={setVisibility} />
        </Suspense>
      ) : null}
    </details>
  );
};
