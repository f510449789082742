import type { MentionCandidate, MissingAccess } from '@obieg/contracts';
import { Person } from '@obieg/ui';
import { SuggestionList } from '@obieg/ui/overlays';
import { useTaskMessages } from '../../../i18n/messages';
import classes from './mentions.module.css';

/** A restricted task hides its comments, too, so it is the first thing to say. */
const order: readonly MissingAccess[] = ['TASK', 'COMMENT', 'AUTHOR'];
const mainMissing = ({ missing }: MentionCandidate): MissingAccess | undefined =>
  order.find((one) => missing.includes(one));

const Candidate = ({ candidate, canSelect }: { candidate: MentionCandidate; canSelect: boolean }) => {
  const t = useTaskMessages();
  const { username, email } = candidate;
  const missing = mainMissing(candidate);
  return (
    <span className={classes['candidate']} data-hidden={missing !== undefined || undefined}>
      <Person name={username} email={email} />
      {missing === undefined ? null : (
        <span className={classes['reason']}>
          {t(`task.mentions.missing.${missing}`)}
          {canSelect ? (
            <span className={classes['grant']}> {t(`task.mentions.grant.${missing}`)}</span>
          ) : null}
        </span>
      )}
    </span>
  );
};

interface MentionSuggestionsProps {
  id: string;
  candidates: readonly MentionCandidate[];
  limitReached: boolean;
  active: number;
  canSelect: (candidate: MentionCandidate) => boolean;
  onSelect: (candidate: MentionCandidate) => void;
}

/** A lazy part: people to mention. Who cannot read the comment is grey and says why. */
const MentionSuggestions = ({
  id,
  candidates,
  limitReached,
  active,
  canSelect,
  onSelect,
}: MentionSuggestionsProps) => {
  const t = useTaskMessages();
  return (
    <SuggestionList
      id={id}
      label={t('task.mentions.suggestions')}
      options={candidates.map((candidate) => ({
        id: candidate.id,
        content: <Candidate candidate={candidate} canSelect={canSelect(candidate)} />,
        disabled: !canSelect(candidate),
      }))}
      active={active}
      hint={limitReached ? t('task.mentions.more') : undefined}
      onSelect={(chosen) => {
        const candidate = candidates.find((one) => one.id === chosen);
        if (candidate) onSelect(candidate);
      }}
    />
  );
};

export default MentionSuggestions;
