import type { RemoteDelivery } from '@obieg/contracts';
import { SelectField } from '@obieg/ui';
import { useLanguage } from '@obieg/web-kit';
import { useAdminMessages } from '../../i18n/messages';
import { shortenVersion } from './release-change';

interface VersionFieldProps {
  versions: RemoteDelivery['versions'];
  value: string;
  onChange: (version: string) => void;
}

const useFormatTime = (): ((iso: string) => string) => {
  const language = useLanguage();
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : 'pl-PL', {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return (iso) => format.format(new Date(iso));
};

/** Selects a published version by its build time. */
export const VersionField = ({ versions, value, onChange }: VersionFieldProps) => {
  const t = useAdminMessages();
  const formatTime = useFormatTime();
  return (
    <SelectField
      label={t('delivery.version')}
      placeholder={t('delivery.chooseVersion')}
      options={versions.map(({ version, builtAt }) => ({
        value: version,
        label: `${shortenVersion(version)} (${formatTime(builtAt)})`,
      }))}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
};
