import { Button, Text } from '@obieg/ui';
import {
  type AnsweredQuestion,
  AnswersSummary,
  type GivenAnswers,
  Questionnaire,
} from '@obieg/ui/questionnaire';
import { usePermissions } from '@obieg/web-kit';
import { publicQuestionnaire } from '@obieg/workflow-rules';
import { useMemo, useState } from 'react';
import { useAdminMessages } from '../../i18n/messages';
import { SaveScenario } from './SaveScenario';
import { findExpectation, type SavedWorkflow } from './scenario-result';
import { TaskPlacement } from './TaskPlacement';

interface TryOutProps {
  workflow: SavedWorkflow;
  /** Answers of an opened scenario. */
  initialAnswers?: GivenAnswers | undefined;
}

const noAnswers: GivenAnswers = {};

interface SaveAnswersProps {
  answered: readonly AnsweredQuestion[];
  workflow: SavedWorkflow;
}

const SaveAnswers = ({ answered, workflow }: SaveAnswersProps) => {
  const answers = Object.fromEntries(answered.map(({ question, value }) => [String(question.id), value]));
  const expectation = findExpectation(workflow, answers);
  return expectation ? <SaveScenario answers={answers} expectation={expectation} /> : null;
};

/** The wizard of /submit-task with the saved parameters. Ends before the task details and sends no request. */
export const TryOut = ({ workflow, initialAnswers = noAnswers }: TryOutProps) => {
  const t = useAdminMessages();
  const { canManageWorkflow } = usePermissions();
  const questions = useMemo(() => publicQuestionnaire(workflow.parameters), [workflow]);
  const [answers, setAnswers] = useState(initialAnswers);
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
            workflow={workflow}
          />
          <Text muted>{t('tryOut.then')}</Text>
          {canManageWorkflow ? <SaveAnswers answered={answered} workflow={workflow} /> : null}
        </AnswersSummary>
      )}
    </Questionnaire>
  );
};
