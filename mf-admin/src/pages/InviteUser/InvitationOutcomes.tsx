import { DetailList, Notice, useAddressFormat } from '@obieg/ui';
import { useAdminMessages } from '../../i18n/messages';
import type { InvitationOutcome } from './use-invitations';

interface InvitationOutcomesProps {
  outcomes: readonly InvitationOutcome[];
  /** Number of addresses that stay in the field. */
  left: number;
  describe: (error: unknown) => string;
}

/** Says for each address what happened. */
export const InvitationOutcomes = ({ outcomes, left, describe }: InvitationOutcomesProps) => {
  const t = useAdminMessages();
  const showAddress = useAddressFormat();
  const explain = ({ done, error }: InvitationOutcome): string => {
    if (done) return t(`invite.results.${done.result}`);
    return error === undefined
      ? t('invite.results.kept')
      : `${t('invite.results.notSent')}: ${describe(error)}`;
  };
  const count = outcomes.filter(({ done }) => done).length;
  return (
    <Notice
      tone={left === 0 ? 'success' : 'warning'}
      title={t(left === 0 ? 'invite.allDone' : 'invite.someLeft', { count, left })}
    >
      <DetailList
        items={outcomes.map((outcome) => ({
          label: showAddress(outcome.addressee.email ?? outcome.addressee.text),
          value: explain(outcome),
        }))}
      />
    </Notice>
  );
};
