import { Notice } from '@obieg/ui';
import { isApiError } from '@obieg/web-kit';
import { useAdminMessages } from '../../messages';
import { OutdatedNotice } from '../../OutdatedNotice';
import { refusalOf } from '../../refusal';
import { isOutdated } from '../../revised';
import { fieldProblemsOf } from './field-problems';

interface FormFailureProps {
  failure: unknown;
  isNew: boolean;
  isRunning: boolean;
  onReload: (() => void) | undefined;
  onOverwrite: () => void;
}

/** Why the form was not saved (spec 2 §8); what is wrong with a field stands at the field. */
export const FormFailure = ({ failure, isNew, isRunning, onReload, onOverwrite }: FormFailureProps) => {
  const t = useAdminMessages();
  if (failure === undefined) return null;
  if (isOutdated(failure) && onReload)
    return <OutdatedNotice isRunning={isRunning} onReload={onReload} onOverwrite={onOverwrite} />;
  const reason = (): string => {
    if (isApiError(failure) && failure.status === 404) return t('transition.gone');
    if (fieldProblemsOf(failure).length > 0) return t('transition.correctFields');
    return refusalOf(failure) ?? t('transition.tryAgain');
  };
  return (
    <Notice tone="danger" title={t(isNew ? 'transition.createFailed' : 'transition.updateFailed')}>
      {reason()}
    </Notice>
  );
};
