import type { Task } from '@obieg/contracts';
import { Button } from '@obieg/ui';
import { type RefObject, Suspense, useState } from 'react';
import { useTaskMessages } from '../../../i18n/messages';
import { lazyPart } from '../../../lazy-parts/lazy-part';

const ChooseReply = lazyPart(() => import(/* webpackChunkName: "mf-tasks-choose-reply" */ './ChooseReply'));

interface CannedReplyButtonProps {
  task: Task;
  /** The form around the comment's text area. */
  form: RefObject<HTMLFormElement | null>;
}

/** Opens the list of canned replies, which inserts the chosen one at the cursor. */
const CannedReplyButton = ({ task, form }: CannedReplyButtonProps) => {
  const t = useTaskMessages();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button icon="document" onClick={() => setIsOpen(true)}>
        {t('replies.insert')}
      </Button>
      <Suspense>
        {isOpen ? (
          <ChooseReply
            task={task}
            findArea={() => form.current?.querySelector('textarea') ?? undefined}
            onClose={() => setIsOpen(false)}
          />
        ) : null}
      </Suspense>
    </>
  );
};

export default CannedReplyButton;
