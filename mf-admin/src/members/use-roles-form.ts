import type { OrganizationRoleCode } from '@obieg/contracts';
import { joinSets } from '@obieg/ui/conflicts';
import * as z from 'zod';
import { useSaveForm } from '../forms/use-save-form';

const schema = z.object({ roles: z.array(z.string()).min(1) });

interface RolesFormOptions {
  label: string;
  held: readonly string[];
  /** Loads the present roles. */
  load: () => Promise<readonly string[]>;
  send: (change: {
    roles: OrganizationRoleCode[];
    /** The roles that the caller has seen. */
    expectedRoles: OrganizationRoleCode[];
  }) => Promise<unknown>;
  onSaved: () => void;
}

/** The form that replaces the roles of an account, joined with those that another user sets first. */
export const useRolesForm = ({ label, held, load, send, onSaved }: RolesFormOptions) =>
  useSaveForm({
    schema,
    defaultValues: { roles: [...held] },
    versioning: {
      load: async () => ({ values: { roles: [...(await load())] }, etag: undefined }),
      fields: { roles: { label, join: joinSets, contentOf: (some) => [...some].sort() } },
    },
    send: ({ roles }, { values: { roles: expected } }) =>
      send({
        roles: roles as OrganizationRoleCode[],
        expectedRoles: expected as OrganizationRoleCode[],
      }),
    onSaved,
  });
