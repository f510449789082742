import { type FindingCode, findingCodes } from '@obieg/contracts';
import { Icon, LinkButton, Text } from '@obieg/ui';
import { useState } from 'react';
import { useAdminMessages } from '../i18n/messages';
import classes from './workflow-check.module.css';

const namedFirst = 3;

/** The sentence with the first kinds of mistakes, and with all of them on request. */
const UncheckedKinds = ({ unchecked }: { unchecked: readonly FindingCode[] }) => {
  const t = useAdminMessages();
  const [isOpen, setIsOpen] = useState(false);
  const hidden = unchecked.length - namedFirst;
  const names = (isOpen ? unchecked : unchecked.slice(0, namedFirst))
    .map((code) => t(`check.unchecked.codes.${code}`))
    .join(', ');
  return (
    <>
      {t('check.unchecked.title', {
        names: hidden > 0 && !isOpen ? t('check.unchecked.more', { names, count: hidden }) : names,
      })}{' '}
      {hidden > 0 ? (
        <LinkButton onClick={() => setIsOpen(!isOpen)}>
          {t(isOpen ? 'check.unchecked.showLess' : 'check.unchecked.showAll')}
        </LinkButton>
      ) : null}
    </>
  );
};

interface UncheckedNoteProps {
  /** Absent from a server of the previous release. */
  unchecked: readonly FindingCode[] | undefined;
  /** The page checked a change that is not saved. A later check of it has no more time. */
  isDraft?: boolean;
}

/** Says which kinds of mistakes an incomplete check did not look for everywhere. Shows nothing for a complete one. */
export const UncheckedNote = ({ unchecked = [], isDraft = false }: UncheckedNoteProps) => {
  const t = useAdminMessages();
  if (unchecked.length === 0) return null;
  return (
    <div className={classes['note']} role="status">
      <Icon name="warning" size={16} />
      <Text muted>
        {unchecked.length === findingCodes.length ? (
          t(isDraft ? 'check.unchecked.allOfDraft' : 'check.unchecked.all')
        ) : (
          <UncheckedKinds unchecked={unchecked} />
        )}
      </Text>
    </div>
  );
};
