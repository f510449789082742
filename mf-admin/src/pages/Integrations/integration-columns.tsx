import type { Integration } from '@obieg/contracts';
import { DateTime, PersonInline } from '@obieg/ui';
import type { Column } from '@obieg/ui/lists';
import type { Translate } from '@obieg/web-kit';
import { listRoles } from '../../members/role-names';

export const createIntegrationColumns = (t: Translate): Column<Integration>[] => [
  {
    id: 'name',
    header: t('integrations.columns.name'),
    isMain: true,
    cell: ({ name }) => <PersonInline name={name} />,
  },
  { id: 'roles', header: t('integrations.columns.roles'), cell: ({ roles }) => listRoles(t, roles) },
  {
    id: 'tokens',
    header: t('integrations.columns.tokens'),
    kind: 'number',
    cell: ({ tokenCount }) => tokenCount,
  },
  {
    id: 'lastUsedAt',
    header: t('integrations.columns.lastUsed'),
    cell: ({ lastUsedAt }) =>
      lastUsedAt === null ? t('integrations.neverUsed') : <DateTime value={lastUsedAt} format="relative" />,
  },
];
