import { FieldGroup } from '@obieg/ui';
import { type ReactNode, useId } from 'react';
import classes from './conflicts.module.css';
import { type ConflictLanguage, conflictTexts } from './texts';

interface OptionProps {
  name: string;
  label: string;
  lines: readonly string[];
  isChosen: boolean;
  onChoose: () => void;
}

const Option = ({ name, label, lines, isChosen, onChoose }: OptionProps) => (
  <label className={classes['option']}>
    <input type="radio" name={name} checked={isChosen} onChange={onChoose} />
    <span className={classes['side']}>{label}</span>{' '}
    <span className={classes['value']}>{lines.join('\n')}</span>
  </label>
);

export interface ConflictFieldProps {
  language: ConflictLanguage;
  label: string;
  theirs: readonly string[];
  mine: readonly string[];
  /** The chosen value; undefined before a choice. */
  side: 'mine' | 'theirs' | undefined;
  /** Whether the user tried to go on without a choice. */
  isMissing: boolean;
  onChoose: (side: 'mine' | 'theirs') => void;
  /** Who saved the other value, and when. */
  author?: ReactNode;
}

/** A field that two users have changed, with both values to choose from. */
export const ConflictField = ({
  language,
  label,
  theirs,
  mine,
  side,
  isMissing,
  onChoose,
  author,
}: ConflictFieldProps) => {
  const texts = conflictTexts[language];
  const name = useId();
  return (
    <FieldGroup legend={label} error={isMissing ? texts.chooseMissing : undefined}>
      {author}
      <Option
        name={name}
        label={texts.theirs}
        lines={theirs}
        isChosen={side === 'theirs'}
        onChoose={() => onChoose('theirs')}
      />
      <Option
        name={name}
        label={texts.mine}
        lines={mine}
        isChosen={side === 'mine'}
        onChoose={() => onChoose('mine')}
      />
    </FieldGroup>
  );
};
