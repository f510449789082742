import {
  type CannedReply,
  fillPlaceholders,
  maskAddresses,
  presentName,
  type ReplyValues,
  type Task,
} from '@obieg/contracts';
import { Button, EmptyState, foldText, Notice, QueryView, SkeletonLines, TextField } from '@obieg/ui';
import { Modal, ModalActions } from '@obieg/ui/overlays';
import { describeError, usePermissions } from '@obieg/web-kit';
import { type FormEvent, useState } from 'react';
import { insertText } from '../../../browser/insert-text';
import { useCannedReplies } from '../../../canned-replies/canned-replies.api';
import { useTaskMessages } from '../../../i18n/messages';
import classes from './canned-replies.module.css';
import { listOpenGaps, toGap } from './open-gaps';
import { useOwnName } from './use-own-name';

/** The comment can be visible to the task's author and to visitors. They read no addresses. */
const nameAssignee = ({ assignedUserName, assignedGroupName }: Task): string | null =>
  assignedUserName
    ? presentName(assignedUserName, false)
    : assignedGroupName && maskAddresses(assignedGroupName);

/** Values of the placeholders. What the task does not have is a gap with the placeholder's label. */
const useReplyValues = (task: Task): ReplyValues => {
  const t = useTaskMessages();
  const ownName = useOwnName();
  const orGap = (value: string | null, label: string): string =>
    value || toGap(t(`replies.placeholders.${label}`));
  return {
    'task.number': String(task.publicTaskId),
    'task.title': task.title,
    'task.status': task.statusName,
    'task.author': orGap(task.createdBy && presentName(task.createdBy, false), 'task-author'),
    'task.assignee': orGap(nameAssignee(task), 'task-assignee'),
    'organization.name': task.organizationName,
    'my.name': orGap(presentName(ownName, false), 'my-name'),
  };
};

/** Selects the first gap of the text that ends at the cursor, so that typing replaces it. */
const selectFirstGap = (area: HTMLTextAreaElement, inserted: string): void => {
  const [gap] = listOpenGaps(inserted);
  if (gap === undefined) return;
  const at = area.selectionEnd - inserted.length + inserted.indexOf(gap);
  area.setSelectionRange(at, at + gap.length);
};

interface ReplyListProps {
  replies: readonly CannedReply[];
  values: ReplyValues;
  onChoose: (text: string) => void;
}

const ReplyList = ({ replies, values, onChoose }: ReplyListProps) => {
  const t = useTaskMessages();
  return (
    <ul className={classes['list']} aria-label={t('replies.title')}>
      {replies.map(({ id, name, content }) => {
        const text = fillPlaceholders(content, values);
        return (
          <li key={id}>
            <button type="button" className={classes['reply']} onClick={() => onChoose(text)}>
              <span className={classes['name']}>{name}</span>
              <span className={classes['preview']}>{text}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
};

interface ChooseReplyProps {
  task: Task;
  findArea: () => HTMLTextAreaElement | undefined;
  onClose: () => void;
}

/** Dialog that finds a canned reply and inserts it, filled from the task, at the cursor of the comment. */
const ChooseReply = ({ task, findArea, onClose }: ChooseReplyProps) => {
  const t = useTaskMessages();
  const { hasOperatorPermission } = usePermissions();
  const query = useCannedReplies();
  const [typed, setTyped] = useState('');
  const [isTooLong, setIsTooLong] = useState(false);
  const values = useReplyValues(task);
  const term = foldText(typed.trim());
  const found = (query.data ?? []).filter(({ name, content }) =>
    foldText(`${name}\n${content}`).includes(term),
  );

  const insert = (text: string): void => {
    const area = findArea();
    if (area && !insertText(area, text)) {
      setIsTooLong(true);
      return;
    }
    if (area) selectFirstGap(area, text);
    onClose();
    // The closing dialog gives the focus back to its button.
    requestAnimationFrame(() => area?.focus());
  };
  const insertFirst = (event: FormEvent): void => {
    event.preventDefault();
    // The dialog is inside the comment's form in React's tree.
    event.stopPropagation();
    const [first] = term === '' ? [] : found;
    if (first) insert(fillPlaceholders(first.content, values));
  };
  return (
    <Modal isOpen onClose={onClose} title={t('replies.choose')}>
      <form className={classes['dialog']} onSubmit={insertFirst}>
        {isTooLong ? <Notice tone="danger">{t('replies.tooLong')}</Notice> : null}
        <TextField
          type="search"
          icon="search"
          label={t('replies.search')}
          value={typed}
          autoComplete="off"
          data-autofocus
          onChange={({ target }) => setTyped(target.value)}
        />
        <QueryView
          query={query}
          failure={(error) => (
            <Notice
              tone="danger"
              actions={
                <Button icon="refresh" loading={query.isFetching} onClick={() => void query.refetch()}>
                  {t('part.retry')}
                </Button>
              }
            >
              {t('replies.loadFailedWith', { reason: describeError(error) })}
            </Notice>
          )}
          skeleton={<SkeletonLines lines={4} />}
        >
          {(replies) =>
            found.length > 0 ? (
              <ReplyList replies={found} values={values} onChoose={insert} />
            ) : (
              <EmptyState
                icon="comment"
                title={t(replies.length === 0 ? 'replies.empty' : 'replies.noneFound')}
              />
            )
          }
        </QueryView>
        <ModalActions>
          {hasOperatorPermission ? (
            <Button icon="settings" to="/canned-replies">
              {t('replies.manage')}
            </Button>
          ) : null}
          <Button onClick={onClose}>{t('task.cancel')}</Button>
        </ModalActions>
      </form>
    </Modal>
  );
};

export default ChooseReply;
