import { Notice } from '@obieg/ui';
import { isApiError } from '@obieg/web-kit';
import { isPreconditionFailed } from '../../api/optimistic-concurrency';
import { getRejectionReason } from '../../failures/rejection';
import { ConflictNotice } from '../../forms/ConflictNotice';
import { useAdminMessages } from '../../i18n/messages';
import { getFieldProblems } from './field-problems';

interface FormFailureProps {
  failure: unknown;
  isNew: boolean;
  isRunning: boolean;
  onReload: (() => void) | undefined;
  onOverwrite: () => void;
}

/** Explains why the form was not saved (spec 2 §8). Field errors are shown at their fields. */
export const FormFailure = ({ failure, isNew, isRunning, onReload, onOverwrite }: FormFailureProps) => {
  const t = useAdminMessages();
  if (failure === undefined) return null;
  if (isPreconditionFailed(failure) && onReload)
    return <ConflictNotice isRunning={isRunning} onReload={onReload} onOverwrite={onOverwrite} />;
  const getReason = (): string => {
    if (isApiError(failure) && failure.status === 404) return t('transition.deleted');
    if (getFieldProblems(failure).length > 0) return t('transition.correctFields');
    return getRejectionReason(failure) ?? t('transition.tryAgain');
  };
  return (
    <Notice tone="danger" title={t(isNew ? 'transition.createFailed' : 'transition.updateFailed')}>
      {getReason()}
    </Notice>
  );
};
