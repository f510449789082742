import { Chip, ChipList, VisuallyHidden } from '@obieg/ui';
import { useLanguage } from '@obieg/web-kit';
import { formatAnswer } from '../answers/format-answer';
import { useTaskMessages } from '../messages';
import type { AnsweredQuestion } from './walk-questionnaire';
import classes from './wizard.module.css';

interface AnsweredChipsProps {
  answered: readonly AnsweredQuestion[];
  /** Back to that question; what was answered after it stays. */
  onChange: (parameterId: number) => void;
}

/** The answers so far; each leads back to its question. */
export const AnsweredChips = ({ answered, onChange }: AnsweredChipsProps) => {
  const t = useTaskMessages();
  const language = useLanguage();
  if (answered.length === 0) return null;
  return (
    <ChipList label={t('submit.answersSoFar')}>
      {answered.map(({ question, value }) => {
        const text = formatAnswer(question.parameterType, value, language);
        return (
          <Chip
            key={question.id}
            label={`${question.displayName} ${text}`}
            onClick={() => onChange(question.id)}
          >
            <VisuallyHidden>{t('submit.changeAnswer', { question: question.displayName })}</VisuallyHidden>
            <span className={classes['chipValue']}>{text}</span>
          </Chip>
        );
      })}
    </ChipList>
  );
};
