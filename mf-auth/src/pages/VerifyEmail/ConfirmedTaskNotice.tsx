import type { ConfirmedTask } from '@obieg/contracts';
import { Notice } from '@obieg/ui';
import { useAuthMessages } from '../../i18n/messages';
import classes from './verify-email.module.css';

/** Names what the code confirms. The link to the page may come from a stranger who submitted the task. */
export const ConfirmedTaskNotice = ({ task: { publicTaskId, fileNames } }: { task: ConfirmedTask }) => {
  const t = useAuthMessages();
  return (
    <Notice tone="info" announce={false}>
      {t(fileNames.length > 0 ? 'verify.confirmsFiles' : 'verify.confirmsTask', { task: publicTaskId })}
      {fileNames.length > 0 ? (
        <ul className={classes['files']}>
          {fileNames.map((name, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and names can repeat
            <li key={index}>{name}</li>
          ))}
        </ul>
      ) : null}
    </Notice>
  );
};
