import { type FindingCode, findingCodes } from '@obieg/contracts';
import { Icon, Text } from '@obieg/ui';
import { useAdminMessages } from '../messages';
import classes from './workflow-check.module.css';

interface UncheckedNoteProps {
  /** Absent from a server of the previous release. */
  unchecked: readonly FindingCode[] | undefined;
}

/** Says which kinds of mistakes an incomplete check did not look for everywhere. Shows nothing for a complete one. */
export const UncheckedNote = ({ unchecked = [] }: UncheckedNoteProps) => {
  const t = useAdminMessages();
  if (unchecked.length === 0) return null;
  const names = unchecked.map((code) => t(`check.unchecked.codes.${code}`)).join(', ');
  return (
    <div className={classes['line']} role="status">
      <Icon name="warning" size={16} />
      <Text muted>
        {unchecked.length === findingCodes.length
          ? t('check.unchecked.all')
          : t('check.unchecked.title', { names })}
      </Text>
    </div>
  );
};
