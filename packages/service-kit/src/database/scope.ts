import type pg from 'pg';
import { sendText } from './statements';

/** A tenant scope with a condition. `call` sets the scope if the condition is met; otherwise the transaction fails. */
export interface ConditionalTenantScope {
  organizationId: number;
  /** SQL call of a function, with `$1`, `$2`, … for `values`. */
  call: string;
  values: readonly unknown[];
  /** Set when a transaction begins with this scope, so its condition was met. Later ones skip the condition. */
  isVerified: boolean;
}

/** An organization's id, or a scope that also verifies a condition. */
export type TenantScope = number | ConditionalTenantScope;

/** Tenant scope of a transaction. Row-level security reads it. */
export type Scope = { organization: TenantScope } | 'every-organization' | 'none';

const assertOrganizationId = (id: number): number => {
  if (!Number.isSafeInteger(id) || id <= 0)
    throw new TypeError('An organization id must be a positive safe integer');
  return id;
};

const setting = (name: string, value: string) => ({
  call: 'set_config($1, $2, true)',
  values: [name, value] as readonly unknown[],
});

/** Returns the SQL call that sets a scope. */
const settingOf = (scope: Exclude<Scope, 'none'>) => {
  if (scope === 'every-organization') return setting('app.every_organization', 'on');
  const { organization } = scope;
  if (typeof organization !== 'object')
    return setting('app.organization_id', String(assertOrganizationId(organization)));
  const { organizationId, call, values, isVerified } = organization;
  return isVerified ? setting('app.organization_id', String(organizationId)) : { call, values };
};

/**
 * How often PostgreSQL plans a prepared statement. `generic`: once per connection, because one plan fits all values.
 * `custom`: on each call, because the best plan depends on the values. Without a mode, PostgreSQL compares cost
 * estimates, and its choice can change with every `analyze`.
 */
export type Planning = 'generic' | 'custom';

const planCacheModes: Record<Planning, string> = {
  generic: 'force_generic_plan',
  custom: 'force_custom_plan',
};

interface BeginOptions {
  mode?: string;
  planning?: Planning | undefined;
}

/**
 * Opens a transaction with its scope. Later statements can be sent before the response. @returns the transaction's
 * time; undefined without a scope
 */
export const begin = async (
  connection: pg.PoolClient,
  scope: Scope,
  { mode = '', planning }: BeginOptions = {},
): Promise<Date | undefined> => {
  const begun = sendText(connection, `BEGIN${mode}`);
  if (scope === 'none') {
    await begun;
    return undefined;
  }
  const { call, values } = settingOf(scope);
  const planCacheMode = planning && planCacheModes[planning];
  const set = planCacheMode
    ? sendText(
        connection,
        `SELECT now(), ${call}, set_config('plan_cache_mode', $${values.length + 1}, true)`,
        [...values, planCacheMode],
      )
    : sendText(connection, `SELECT now(), ${call}`, values);
  const [, { rows }] = await Promise.all([begun, set]);
  if (typeof scope === 'object' && typeof scope.organization === 'object')
    scope.organization.isVerified = true;
  return rows[0].now;
};
