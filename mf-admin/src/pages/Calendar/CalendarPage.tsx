import type { WorkCalendar } from '@obieg/contracts';
import { Card, DetailList } from '@obieg/ui';
import { useDeleteCalendar } from '../../api/calendars.api';
import type { Versioned } from '../../api/optimistic-concurrency';
import { useAdminMessages } from '../../i18n/messages';
import { EntityActions } from '../../workflow-entities/EntityActions';
import { noFormData } from '../../workflow-entities/entity-kind';
import { WorkflowEntityPage } from '../../workflow-entities/WorkflowEntityPage';
import { CalendarForm } from './CalendarForm';
import { calendarKind } from './calendar-form';
import { useWeekdayNames, weekdays } from './weekday-names';
import { YearPicture } from './YearPicture';

const ViewActions = (versioned: Versioned<WorkCalendar>) => {
  const t = useAdminMessages();
  return (
    <EntityActions
      kind={calendarKind}
      versioned={versioned}
      editLabel={t('calendars.edit')}
      deletion={useDeleteCalendar()}
      disabledReason={versioned.entity.isDefault ? t('calendars.isDefault') : undefined}
    />
  );
};

const CalendarDetails = ({ calendar }: { calendar: WorkCalendar }) => {
  const t = useAdminMessages();
  const nameOfDay = useWeekdayNames('long');
  const spansOf = (day: number): string =>
    calendar.week
      .filter((span) => span.day === day)
      .map(({ from, to }) => `${from}–${to}`)
      .sort()
      .join(', ');
  return (
    <>
      <Card>
        <DetailList
          columns={2}
          items={[
            { label: t('calendar.name'), value: calendar.name },
            {
              label: t('calendar.isDefault'),
              value: t(calendar.isDefault ? 'workflowChanges.yes' : 'workflowChanges.no'),
            },
            ...weekdays.map((day) => ({ label: nameOfDay(day), value: spansOf(day) || t('calendar.free') })),
          ]}
        />
      </Card>
      <YearPicture calendar={calendar} />
    </>
  );
};

/** Creates, shows or edits a calendar of working time. */
export const Component = () => (
  <WorkflowEntityPage
    kind={calendarKind}
    useFormData={() => noFormData}
    Form={CalendarForm}
    renderDetails={(calendar) => <CalendarDetails calendar={calendar} />}
    renderActions={(versioned) => <ViewActions {...versioned} />}
  />
);
