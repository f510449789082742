import { Notice } from '@obieg/ui';
import { isApiError } from '@obieg/web-kit';
import { isPreconditionFailed } from '../../api/optimistic-concurrency';
import { getRejectionReason } from '../../failures/rejection';
import { ConflictNotice } from '../../forms/ConflictNotice';
import { useAdminMessages } from '../../i18n/messages';
import { getFieldProblems } from './field-problems';

interface ParameterFailureProps {
  failure: unknown;
  isRunning: boolean;
  onReload: (() => void) | undefined;
  onOverwrite: () => void;
}

/** Explains why the form was not saved (spec 2 §8). Field errors are shown at their fields. */
export const ParameterFailure = ({ failure, isRunning, onReload, onOverwrite }: ParameterFailureProps) => {
  const t = useAdminMessages();
  if (failure === undefined) return null;
  if (isPreconditionFailed(failure) && onReload)
    return <ConflictNotice isRunning={isRunning} onReload={onReload} onOverwrite={onOverwrite} />;
  const hasFieldErrors =
    getFieldProblems(failure).length > 0 || (isApiError(failure) && failure.code === 'NAME_TAKEN');
  const getReason = (): string => {
    if (isApiError(failure) && failure.status === 404) return t('parameter.deleted');
    if (hasFieldErrors) return t('parameter.correctFields');
    return getRejectionReason(failure) ?? t('parameter.saveFailed');
  };
  return <Notice tone="danger">{getReason()}</Notice>;
};
