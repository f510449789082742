import { Notice } from '@obieg/ui';
import { isApiError } from '@obieg/web-kit';
import { ConflictNotice } from '../../ConflictNotice';
import { useAdminMessages } from '../../messages';
import { isPreconditionFailed } from '../../optimistic-concurrency';
import { getRejectionReason } from '../../rejection';
import { getFieldProblems } from './field-problems';

interface ParameterFailureProps {
  failure: unknown;
  isRunning: boolean;
  onReload: (() => void) | undefined;
  onOverwrite: () => void;
}

/** Why the form was not saved (spec 2 §8); what is wrong with a field stands at the field. */
export const ParameterFailure = ({ failure, isRunning, onReload, onOverwrite }: ParameterFailureProps) => {
  const t = useAdminMessages();
  if (failure === undefined) return null;
  if (isPreconditionFailed(failure) && onReload)
    return <ConflictNotice isRunning={isRunning} onReload={onReload} onOverwrite={onOverwrite} />;
  const isAtFields =
    getFieldProblems(failure).length > 0 || (isApiError(failure) && failure.code === 'NAME_TAKEN');
  const reason = (): string => {
    if (isApiError(failure) && failure.status === 404) return t('parameter.gone');
    if (isAtFields) return t('parameter.correctFields');
    return getRejectionReason(failure) ?? t('parameter.saveFailed');
  };
  return <Notice tone="danger">{reason()}</Notice>;
};
