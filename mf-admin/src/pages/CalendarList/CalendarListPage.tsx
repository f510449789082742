import type { Listed, WorkCalendar } from '@obieg/contracts';
import { Badge, Button, EmptyState, IconButton, Page, PageHead } from '@obieg/ui';
import { type Column, DataTable } from '@obieg/ui/lists';
import { type Translate, usePageTitle, usePermissions } from '@obieg/web-kit';
import { useMemo, useState } from 'react';
import { useCalendarList, useDeleteCalendar } from '../../api/calendars.api';
import { LoadFailure } from '../../failures/LoadFailure';
import { RequireOrganization } from '../../guards/RequireOrganization';
import { useAdminMessages } from '../../i18n/messages';
import { DeleteDialog } from '../../lists/DeleteDialog';
import { WorkflowLinks } from '../../workflow-changes/WorkflowLinks';

const createColumns = (
  t: Translate,
  canEdit: boolean,
  onDelete: (calendar: Listed<WorkCalendar>) => void,
): Column<Listed<WorkCalendar>>[] => [
  {
    id: 'name',
    header: t('calendar.name'),
    isMain: true,
    cell: ({ name, isDefault }) => (
      <>
        {name} {isDefault ? <Badge tone="info">{t('calendars.default')}</Badge> : null}
      </>
    ),
  },
  {
    id: 'week',
    header: t('calendar.week'),
    width: '180px',
    cell: ({ week }) => t('calendars.days', { count: new Set(week.map(({ day }) => day)).size }),
  },
  {
    id: 'holidays',
    header: t('calendar.holidays'),
    width: '180px',
    cell: ({ holidays }) => String(holidays.length),
  },
  ...(canEdit
    ? [
        {
          id: 'actions',
          header: t('statuses.columns.actions'),
          kind: 'actions' as const,
          cell: (calendar: Listed<WorkCalendar>) => (
            <>
              <IconButton icon="edit" label={t('calendars.edit')} to={`/calendars/${calendar.id}/edit`} />
              <IconButton
                icon="delete"
                label={t('calendars.delete')}
                disabledReason={calendar.isDefault ? t('calendars.isDefault') : undefined}
                onClick={() => onDelete(calendar)}
              />
            </>
          ),
        },
      ]
    : []),
];

const CalendarList = () => {
  const t = useAdminMessages();
  const { canManageWorkflow } = usePermissions();
  const { data: calendars, error, isFetching, refetch } = useCalendarList();
  const [calendarToDelete, setCalendarToDelete] = useState<Listed<WorkCalendar>>();
  const deletion = useDeleteCalendar();
  const columns = useMemo(
    () => createColumns(t, canManageWorkflow, setCalendarToDelete),
    [t, canManageWorkflow],
  );
  usePageTitle(t('calendars.title'));
  const addButton = canManageWorkflow ? (
    <Button variant="primary" icon="add" to="/calendars/new">
      {t('calendars.add')}
    </Button>
  ) : null;
  return (
    <Page>
      <PageHead title={t('calendars.title')} lead={t('calendars.lead')} actions={addButton} />
      <WorkflowLinks />
      <DataTable
        label={t('calendars.title')}
        columns={columns}
        rows={calendars}
        rowKey={({ id }) => id}
        rowHref={({ id }) => `/calendars/${id}`}
        isRefreshing={isFetching}
        empty={
          <EmptyState icon="calendar" title={t('calendars.empty')} action={addButton}>
            {t('calendars.emptyHelp')}
          </EmptyState>
        }
        error={
          error ? (
            <LoadFailure title={t('calendars.failed')} query={{ error, isFetching, refetch }} />
          ) : undefined
        }
      />
      <DeleteDialog
        shown={calendarToDelete}
        name={calendarToDelete?.name}
        texts="calendars"
        deletion={deletion}
        isReasonEnough
        onClose={() => setCalendarToDelete(undefined)}
      />
    </Page>
  );
};

/** Lists the organization's calendars of working time. */
export const Component = () => (
  <RequireOrganization>
    <CalendarList />
  </RequireOrganization>
);
