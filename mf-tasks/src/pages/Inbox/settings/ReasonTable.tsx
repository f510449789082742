import type { NotificationReason, NotificationSettings } from '@obieg/contracts';
import { CheckboxField, VisuallyHidden } from '@obieg/ui';
import { useTaskMessages } from '../../../i18n/messages';
import classes from './settings.module.css';

type Reasons = NotificationSettings['reasons'];

const channels = ['inbox', 'mail'] as const;

interface ReasonTableProps {
  reasons: readonly NotificationReason[];
  value: Reasons;
  onChange: (reason: NotificationReason, channels: Reasons[NotificationReason]) => void;
}

/** A row for each reason, a checkbox for each channel. */
export const ReasonTable = ({ reasons, value, onChange }: ReasonTableProps) => {
  const t = useTaskMessages();
  return (
    <table className={classes['reasons']}>
      <thead>
        <tr>
          <td />
          {channels.map((channel) => (
            <th key={channel} scope="col">
              {t(`inbox.settings.${channel}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {reasons.map((reason) => (
          <tr key={reason}>
            <th scope="row">{t(`inbox.settings.reasons.${reason}`)}</th>
            {channels.map((channel) => (
              <td key={channel}>
                <CheckboxField
                  label={
                    <VisuallyHidden>
                      {`${t(`inbox.settings.reasons.${reason}`)}: ${t(`inbox.settings.${channel}`)}`}
                    </VisuallyHidden>
                  }
                  checked={value[reason][channel]}
                  onChange={({ target }) => onChange(reason, { ...value[reason], [channel]: target.checked })}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};
