import { listTypedNames } from '@obieg/contracts/typed-names';
import { Icon, useDebounced, useDeferredWhilePressed } from '@obieg/ui';
import { useTaskMessages } from '../../../i18n/messages';
import classes from '../../../task-readers/task-readers.module.css';
import { type DraftVisibility, useUnmatchedMentions } from './mentions.api';

interface UnmatchedMentionsProps {
  taskId: number;
  content: string;
  /** Names of people who were chosen from the list. */
  names: readonly string[];
  visibility: DraftVisibility;
}

/** A lazy part: lists the typed mentions that match no reader of the comment. */
const UnmatchedMentions = ({ taskId, content, names, visibility }: UnmatchedMentionsProps) => {
  const t = useTaskMessages();
  const typed = useDebounced(
    listTypedNames(content, names)
      .map(({ excerpt }) => excerpt)
      .join('\n'),
  );
  const { data } = useUnmatchedMentions(taskId, typed, visibility);
  const words = useDeferredWhilePressed(data) ?? [];
  return (
    <div role="status" className={classes['readers']}>
      {words.length === 0 ? null : (
        <p>
          <Icon name="warning" size={14} /> {t('task.mentions.unmatched', { words: words.join(', ') })}
        </p>
      )}
    </div>
  );
};

export default UnmatchedMentions;
