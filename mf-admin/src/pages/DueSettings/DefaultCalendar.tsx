import type { DueSettings, WorkCalendar } from '@obieg/contracts';
import { Button, Card, Notice, Stack, Text } from '@obieg/ui';
import { getRejectionReason, notify } from '@obieg/web-kit';
import { useSaveCalendar } from '../../api/calendars.api';
import { useAdminMessages } from '../../i18n/messages';

/** Names the default calendar, which replaces the working hours of the settings. */
export const DefaultCalendar = ({ calendar: { id, name } }: { calendar: WorkCalendar }) => {
  const t = useAdminMessages();
  return (
    <Card title={t('dueSettings.workingHours')}>
      <Stack gap="md" align="flex-start">
        <Text>{t('dueSettings.calendarHours', { name })}</Text>
        <Button icon="calendar" to={`/calendars/${id}`}>
          {t('dueSettings.openCalendar')}
        </Button>
      </Stack>
    </Card>
  );
};

/** Offers to make the default calendar of the saved working hours. */
export const CalendarOffer = ({ settings: { workDays, workStart, workEnd } }: { settings: DueSettings }) => {
  const t = useAdminMessages();
  const { mutate, isPending, error } = useSaveCalendar(undefined);
  const week = workDays.map((day) => ({ day, from: workStart, to: workEnd }));
  const make = (): void =>
    mutate(
      { body: { name: t('dueSettings.calendarName'), isDefault: true, week } },
      { onSuccess: () => notify.success(t('dueSettings.calendarMade')) },
    );
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="small" muted>
        {t('dueSettings.makeCalendarHelp')}
      </Text>
      <Button icon="calendar" loading={isPending} onClick={make}>
        {t('dueSettings.makeCalendar')}
      </Button>
      {error ? (
        <Notice tone="danger" title={t('dueSettings.calendarFailed')}>
          {getRejectionReason(error) ?? t('dueSettings.tryAgain')}
        </Notice>
      ) : null}
    </Stack>
  );
};
