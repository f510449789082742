import type { StatusTransition, WorkflowParameter, WorkflowStatus } from '@obieg/contracts';
import { Button, Text } from '@obieg/ui';
import { AnswersSummary, type GivenAnswers, Questionnaire } from '@obieg/ui/questionnaire';
import { usePermissions } from '@obieg/web-kit';
import { publicQuestionnaire } from '@obieg/workflow-rules';
import { useMemo, useState } from 'react';
import { useAdminMessages } from '../../messages';
import { TaskPlacement } from './TaskPlacement';

interface TryOutProps {
  parameters: readonly WorkflowParameter[];
  statuses: readonly WorkflowStatus[];
  transitions: readonly StatusTransition[];
}

const noAnswers: GivenAnswers = {};

/** The wizard of /submit-task with the saved parameters. Ends before the task details and sends no request. */
export const TryOut = ({ parameters, statuses, transitions }: TryOutProps) => {
  const t = useAdminMessages();
  const { canManageWorkflow } = usePermissions();
  const questions = useMemo(() => publicQuestionnaire(parameters), [parameters]);
  const [answers, setAnswers] = useState(noAnswers);
  const [typed, setTyped] = useState(noAnswers);
  const restart = (): void => {
    setAnswers(noAnswers);
    setTyped(noAnswers);
  };
  return (
    <Questionnaire
      questions={questions}
      answers={answers}
      typed={typed}
      headingLevel={2}
      onAnswers={setAnswers}
      onType={(parameterId, value) => setTyped((before) => ({ ...before, [parameterId]: value }))}
      getEditAddress={canManageWorkflow ? ({ id }) => `/workflow-parameters/${id}/edit` : undefined}
    >
      {(answered, reopen) => (
        <AnswersSummary
          answered={answered}
          headingLevel={2}
          onChange={reopen}
          actions={
            <>
              <Button variant="primary" icon="refresh" onClick={restart}>
                {t('tryOut.restart')}
              </Button>
              <Button to="/workflow-parameters">{t('tryOut.back')}</Button>
            </>
          }
        >
          {answered.length === 0 ? <Text muted>{t('tryOut.nothingAsked')}</Text> : null}
          <TaskPlacement
            answers={new Map(answered.map(({ question, value }) => [question.id, value]))}
            statuses={statuses}
            transitions={transitions}
            parameters={parameters}
          />
          <Text muted>{t('tryOut.then')}</Text>
        </AnswersSummary>
      )}
    </Questionnaire>
  );
};
