import * as z from 'zod';
import { languages } from './headers';
import { permissionsSchema } from './roles';

/** Incremented when shell and remotes must be rebuilt together. The shell checks it before it runs a remote's code. */
export const remoteContractVersion = 2;

const permissionFlagSchema = permissionsSchema.keyof();
const labelsSchema = z.record(z.enum(languages), z.string());

const remoteRouteSchema = z.object({
  /** Route pattern, for example `/task/:publicTaskId`. */
  path: z.string().startsWith('/'),
  access: z.enum(['public', 'signed-in']),
  /** `frame`: inside sidebar and header. `bare`: a page without them. */
  layout: z.enum(['frame', 'bare']),
  /**
   * Set for a page that needs an organization. On the main domain the shell asks to choose one. Absent: available on
   * both.
   */
  site: z.literal('organization').optional(),
});

const remoteNavigationSchema = z.object({
  section: z.enum(['users', 'organizations', 'tasks']),
  to: z.string().startsWith('/'),
  icon: z.string(),
  labels: labelsSchema,
  /** Label for users without `labelPermission` (spec 3 §2, organizations section). */
  otherLabels: labelsSchema.optional(),
  labelPermission: permissionFlagSchema.optional(),
  /** Permission that shows the entry. Absent: everyone who sees the section. */
  permission: permissionFlagSchema.optional(),
  /** Orders the entries of a section across remotes. Equal ranks keep the order of the registry. */
  rank: z.int().default(0),
});

/** A remote's `remote.json`. The shell reads it before it loads the remote's code. */
export const remoteManifestSchema = z.object({
  id: z.string().regex(/^[a-z][a-z-]{0,30}$/),
  contractVersion: z.int().positive(),
  routes: z.array(remoteRouteSchema).min(1),
  navigation: z.array(remoteNavigationSchema),
});
export type RemoteManifest = z.infer<typeof remoteManifestSchema>;

/**
 * An entry of the registry: manifest and location of the deployed version. Paths are absolute on the shell's origin.
 */
export const deployedRemoteSchema = remoteManifestSchema.extend({
  version: z.string(),
  entry: z.string(),
  preload: z.array(z.string()),
  integrity: z.record(z.string(), z.string()),
});
export type DeployedRemote = z.infer<typeof deployedRemoteSchema>;
export const remoteRegistrySchema = z.object({ remotes: z.array(deployedRemoteSchema) });
export type RemoteRegistry = z.infer<typeof remoteRegistrySchema>;
