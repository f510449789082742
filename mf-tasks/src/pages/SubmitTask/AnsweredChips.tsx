import type { PublicParameter } from '@obieg/contracts';
import { Chip, ChipList } from '@obieg/ui';
import { useLanguage } from '@obieg/web-kit';
import { formatAnswer } from '../../answers/format-answer';
import { useTaskMessages } from '../../messages';

export interface AnsweredQuestion {
  question: PublicParameter;
  value: string;
}

interface AnsweredChipsProps {
  answered: readonly AnsweredQuestion[];
  /** Back to the question at this place; its answer and all after it go. */
  onGoBack: (index: number) => void;
}

/** The answers so far; each leads back to its question. */
export const AnsweredChips = ({ answered, onGoBack }: AnsweredChipsProps) => {
  const t = useTaskMessages();
  const language = useLanguage();
  if (answered.length === 0) return null;
  return (
    <ChipList label={t('submit.answersSoFar')}>
      {answered.map(({ question, value }, index) => (
        <Chip
          key={question.id}
          label={`${question.displayName}: ${formatAnswer(question.parameterType, value, language)}`}
          onClick={() => onGoBack(index)}
        >
          {formatAnswer(question.parameterType, value, language)}
        </Chip>
      ))}
    </ChipList>
  );
};
