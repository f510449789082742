import { Button, formatForInput, Group, TextField } from '@obieg/ui';
import { useTaskMessages } from '../i18n/messages';
import { atEndOfWork } from './suggested-dates';

/** The server accepts these years. */
const range = { min: '2000-01-01T00:00', max: '2199-12-31T23:59' };

interface DueInputProps {
  value: string;
  onChange: (value: string) => void;
  help?: string | undefined;
}

/** Field for a due date in the reader's time zone, with suggestions. Gets the focus of its dialog. */
export const DueInput = ({ value, onChange, help }: DueInputProps) => {
  const t = useTaskMessages();
  return (
    <>
      <TextField
        type="datetime-local"
        {...range}
        label={t('due.label')}
        help={help}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        data-autofocus
      />
      <Group gap="xs">
        {(['today', 'tomorrow', 'week'] as const).map((day) => (
          <Button key={day} size="small" onClick={() => onChange(formatForInput(atEndOfWork(day)))}>
            {t(`due.suggest.${day}`)}
          </Button>
        ))}
      </Group>
    </>
  );
};
