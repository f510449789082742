import { Button } from '../actions/Button';
import { EmptyState } from '../feedback/EmptyState';
import { useQuestionnaireTexts } from './texts';

/** A question whose values are all inactive: nobody gets past it until somebody adds one. */
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
