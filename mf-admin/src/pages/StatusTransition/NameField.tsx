import type { StatusTransition } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { Text, TextField } from '@obieg/ui';
import { useEffect, useState } from 'react';
import { type Control, type UseFormRegister, useWatch } from 'react-hook-form';
import { useAdminMessages } from '../../messages';
import { useIsTransitionNameUsed } from '../../transitions.api';
import classes from './transition.module.css';
import type { TransitionValues } from './transition-form';

/** A pause in typing, so that not every letter asks the server. */
const pauseMs = 300;

const usePaused = (text: string): string => {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
};

interface NameFieldProps {
  control: Control<TransitionValues>;
  register: UseFormRegister<TransitionValues>;
  error: string | undefined;
  /** The transition that has its name already; undefined for a new one. */
  own: Pick<StatusTransition, 'id' | 'name'> | undefined;
}

/** The name, and a hint while one types when another transition has it: that is allowed, but seldom meant. */
export const NameField = ({ control, register, error, own }: NameFieldProps) => {
  const t = useAdminMessages();
  const name = useWatch({ control, name: 'name' });
  const isUsed = useIsTransitionNameUsed(usePaused(name.trim()), own?.id);
  const isHinted = isUsed && name.trim() !== '' && name.trim() !== own?.name;
  return (
    <div className={classes['stack']}>
      <TextField
        {...register('name')}
        label={t('transition.name')}
        error={error}
        maxLength={limits.nameMaxLength}
        autoComplete="off"
        aria-describedby="transition-name-used"
      />
      <div id="transition-name-used" role="status">
        {isHinted ? (
          <Text size="small" muted>
            {t('transition.nameUsed')}
          </Text>
        ) : null}
      </div>
    </div>
  );
};
