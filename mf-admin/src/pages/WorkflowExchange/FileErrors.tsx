import type { FieldError } from '@obieg/contracts';
import { Button, Notice } from '@obieg/ui';
import { useAdminMessages } from '../../i18n/messages';
import { describePlace } from './describe-place';
import classes from './workflow-exchange.module.css';

/** The place of an error in the file. An error of the whole file has none. */
const Place = ({ file, error }: { file: unknown; error: FieldError }) => {
  const place = describePlace(file, error);
  return place ? (
    <>
      <code>{place}</code>{' '}
    </>
  ) : null;
};

interface FileErrorsProps {
  file: unknown;
  errors: readonly FieldError[];
  onCancel: () => void;
}

/** Lists why a file cannot be imported, each with its place. */
export const FileErrors = ({ file, errors, onCancel }: FileErrorsProps) => {
  const t = useAdminMessages();
  return (
    <Notice
      tone="danger"
      title={t('workflowExchange.errors.title')}
      actions={<Button onClick={onCancel}>{t('workflowExchange.errors.another')}</Button>}
    >
      <ul className={classes['errors']}>
        {errors.map((error) => (
          <li key={`${error.field} ${error.message}`}>
            <Place file={file} error={error} />
            {error.message}
          </li>
        ))}
      </ul>
    </Notice>
  );
};
