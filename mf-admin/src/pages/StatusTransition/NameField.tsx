import type { StatusTransition } from '@obieg/contracts';
import { limits } from '@obieg/contracts/limits';
import { Text, TextField, useDebounced } from '@obieg/ui';
import { useFormContext, useWatch } from 'react-hook-form';
import { useIsTransitionNameUsed } from '../../api/transitions.api';
import { useAdminMessages } from '../../i18n/messages';
import classes from './transition.module.css';
import type { TransitionValues } from './transition-form';

interface NameFieldProps {
  error: string | undefined;
  /** The edited transition; undefined for a new one. */
  existing: Pick<StatusTransition, 'id' | 'name'> | undefined;
}

/** Name field. Warns while typing if another transition has the name; duplicates are allowed but rarely intended. */
export const NameField = ({ error, existing }: NameFieldProps) => {
  const t = useAdminMessages();
  const { control, register } = useFormContext<TransitionValues>();
  const name = useWatch({ control, name: 'name' });
  const isUsed = useIsTransitionNameUsed(useDebounced(name.trim()), existing?.id);
  const isHintVisible = isUsed && name.trim() !== '' && name.trim() !== existing?.name;
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
        {isHintVisible ? (
          <Text size="small" muted>
            {t('transition.nameUsed')}
          </Text>
        ) : null}
      </div>
    </div>
  );
};
