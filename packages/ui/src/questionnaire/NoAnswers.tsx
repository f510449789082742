import { Button } from '../actions/Button';
import { EmptyState } from '../feedback/EmptyState';
import { useQuestionnaireTexts } from './texts';

/** Replaces a question whose values are all inactive. The questionnaire cannot continue until a value is added. */
export const NoAnswers = ({ editAddress }: { editAddress: string | undefined }) => {
  const texts = useQuestionnaireTexts();
  return (
    <EmptyState
      icon="question"
      title={texts.noAnswers}
      action={editAddress ? <Button to={editAddress}>{texts.addAnswers}</Button> : null}
    >
      {texts.noAnswersHelp}
    </EmptyState>
  );
};
