import type { PublicParameter } from '@obieg/contracts';
import { Button, EmptyState } from '@obieg/ui';
import { usePermissions } from '@obieg/web-kit';
import { useTaskMessages } from '../messages';

/** A question whose values are all inactive: nobody gets past it until somebody adds one. */
export const NoAnswers = ({ question }: { question: PublicParameter }) => {
  const t = useTaskMessages();
  const { canManageWorkflow } = usePermissions();
  return (
    <EmptyState
      icon="question"
      title={t('submit.noAnswers')}
      action={
        canManageWorkflow ? (
          <Button to={`/workflow-parameters/${question.id}/edit`}>{t('submit.addAnswers')}</Button>
        ) : null
      }
    >
      {t('submit.noAnswersHelp')}
    </EmptyState>
  );
};
