import { Button, formatForInput, Group, TextField, useUiLocale } from '@obieg/ui';
import { useTaskMessages } from '../i18n/messages';
import { useDueSettings } from './due-settings.api';
import { nameOfNearDay, suggestDueDates } from './suggested-dates';

/** The server accepts these years. */
const range = { min: '2000-01-01T00:00', max: '2199-12-31T23:59' };

interface DueInputProps {
  value: string;
  onChange: (value: string) => void;
  help?: string | undefined;
}

/** Names the day of a suggestion, with its time on the reader's clock. */
const useSuggestionLabel = (): ((date: Date) => string) => {
  const t = useTaskMessages();
  const locale = useUiLocale();
  const format = (date: Date, options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locale, options).format(date);
  return (date) => {
    const time = format(date, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    const day = nameOfNearDay(date);
    if (day) return t(`due.suggest.${day}`, { time });
    const [first = '', ...rest] = format(date, { weekday: 'long', day: 'numeric', month: 'numeric' });
    return `${first.toLocaleUpperCase(locale)}${rest.join('')} ${time}`;
  };
};

/** Field for a due date in the reader's time zone, with suggestions. Gets the focus of its dialog. */
export const DueInput = ({ value, onChange, help }: DueInputProps) => {
  const t = useTaskMessages();
  const describe = useSuggestionLabel();
  const { data: settings } = useDueSettings();
  const suggestions = settings ? suggestDueDates(settings) : [];
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
        {suggestions.map((date) => (
          <Button
            key={date.toISOString()}
            size="small"
            onClick={() => onChange(formatForInput(date.toISOString()))}
          >
            {describe(date)}
          </Button>
        ))}
      </Group>
    </>
  );
};
