import * as z from 'zod';
import { passingEnum } from './open-enum';
import { deployedRemoteSchema } from './remote';

export const remoteIdSchema = z.string().regex(/^[a-z][a-z-]{0,30}$/);
export const remoteVersionSchema = z.string().regex(/^[a-z0-9][a-z0-9.-]{0,63}$/);
/** Digest of a file, as in Subresource Integrity. */
const fileDigestSchema = z.string().regex(/^sha384-[A-Za-z0-9+/]{64}$/);

/**
 * `remote.json` of a published version. `remote.json.sig` signs its bytes. Paths of `files` are relative to the
 * version's folder and include the compressed variants.
 */
export const publishedManifestSchema = deployedRemoteSchema.extend({
  /** Empty for the shell. */
  routes: z.array(deployedRemoteSchema.shape.routes.element),
  files: z.record(z.string(), fileDigestSchema),
  /** Of the shell: files of the modules that it provides to remotes on demand, by module. */
  provides: z.record(z.string(), z.array(z.string())).optional(),
  /** Commit of the sources; null outside a repository. */
  commit: z.string().nullable(),
  builtAt: z.iso.datetime(),
});
export type PublishedManifest = z.infer<typeof publishedManifestSchema>;

const deliveryActions = ['release', 'promote', 'rollback', 'end-canary'] as const;
export type DeliveryAction = (typeof deliveryActions)[number];

const releaseHistoryEntrySchema = z.object({
  at: z.iso.datetime(),
  /** E-mail address, or the user and host of the command line. `gateway` for a canary that ended itself. */
  by: z.string(),
  action: passingEnum(deliveryActions),
  version: z.string(),
  reason: z.string().nullable(),
  /** Set if the version was released to some organizations only. */
  isCanary: z.boolean().optional(),
});
export type ReleaseHistoryEntry = z.infer<typeof releaseHistoryEntrySchema>;

const canarySchema = z.object({
  version: remoteVersionSchema,
  /** Share of the organizations, 0 to 100. */
  percent: z.int().min(0).max(100),
  /** Code names. `main` is the main domain. */
  organizations: z.array(z.string()),
  since: z.iso.datetime(),
});
export type Canary = z.infer<typeof canarySchema>;

/** `remotes/<id>/release.json`: names the versions that pages get. Changed with a conditional write. */
export const releasePointerSchema = z.object({
  revision: z.int().positive(),
  stable: remoteVersionSchema.nullable(),
  canary: canarySchema.nullable(),
  /** Newest first, at most 200 entries. */
  history: z.array(releaseHistoryEntrySchema).max(200),
});
export type ReleasePointer = z.infer<typeof releasePointerSchema>;

export const deliveryEvents = [
  'loaded',
  'load-failed',
  'integrity-failed',
  'contract-failed',
  'render-failed',
] as const;
export type DeliveryEvent = (typeof deliveryEvents)[number];

/** Body of `POST /api/delivery/reports`. Contains nothing personal. */
export const deliveryReportSchema = z.object({
  remote: remoteIdSchema,
  version: remoteVersionSchema,
  event: z.enum(deliveryEvents),
  /** Content of the page's meta element `report-ticket`. The gateway counts no report without a valid one. */
  ticket: z.string().max(200).optional(),
});
export type DeliveryReport = z.infer<typeof deliveryReportSchema>;

const versionSummarySchema = z.object({
  version: z.string(),
  commit: z.string().nullable(),
  builtAt: z.iso.datetime(),
});

const reportCountsSchema = z.object({ loads: z.int(), failures: z.int() });

/** State of a remote or of the shell, for the delivery page. */
export const remoteDeliverySchema = z.object({
  id: z.string(),
  revision: z.int(),
  stable: versionSummarySchema.nullable(),
  canary: z
    .object({
      ...versionSummarySchema.shape,
      percent: z.int(),
      organizations: z.array(z.string()),
      since: z.iso.datetime(),
    })
    .nullable(),
  /** Last history entry: who released what when. */
  lastChange: releaseHistoryEntrySchema.nullable(),
  /** Published versions that the gateway can serve, newest first. */
  versions: z.array(versionSummarySchema),
  /** Why the gateway does not serve what the pointer names: a bad signature, a route of another remote. */
  problem: z.string().nullable(),
  /** Reports of the last hour, oldest first, five minutes each. */
  reports: z.array(
    z.object({ at: z.iso.datetime(), stable: reportCountsSchema, canary: reportCountsSchema }),
  ),
});
export type RemoteDelivery = z.infer<typeof remoteDeliverySchema>;

/** Response of `GET /api/delivery/remotes`. */
export const remoteDeliveriesSchema = z.object({ remotes: z.array(remoteDeliverySchema) });
/** Response of `GET /api/delivery/remotes/{id}/history`. */
export const releaseHistorySchema = z.object({ history: z.array(releaseHistoryEntrySchema) });

/**
 * Body of `POST /api/delivery/remotes/{id}/release`. With `percent` or `organizations` the version becomes the canary,
 * otherwise the stable version.
 */
export const releaseRequestSchema = z.object({
  version: remoteVersionSchema,
  percent: z.int().min(0).max(100).optional(),
  organizations: z.array(z.string().min(1).max(63)).max(1_000).optional(),
});
export type ReleaseRequest = z.infer<typeof releaseRequestSchema>;

/** Body of `POST /api/delivery/remotes/{id}/rollback`. Without a version: ends a canary, else the previous version. */
export const rollbackRequestSchema = z.object({ version: remoteVersionSchema.optional() });
export type RollbackRequest = z.infer<typeof rollbackRequestSchema>;
