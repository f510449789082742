import * as z from 'zod';
import { languages } from './headers';
import { permissionsSchema } from './roles';

/** Raised when shell and remotes must be built against each other anew; checked before a remote's code runs. */
export const remoteContractVersion = 2;

const permissionFlagSchema = permissionsSchema.keyof();
const labelsSchema = z.record(z.enum(languages), z.string());

const remoteRouteSchema = z.object({
  /** Pattern of react-router, e.g. `/task/:publicTaskId`. */
  path: z.string().startsWith('/'),
  access: z.enum(['public', 'signed-in']),
  /** `frame`: inside sidebar and header; `bare`: a page of its own. */
  layout: z.enum(['frame', 'bare']),
  /** A page of one organization: on the main domain the shell asks to choose one in its place. Absent: of both. */
  site: z.literal('organization').optional(),
});

const remoteNavigationSchema = z.object({
  section: z.enum(['users', 'organizations', 'tasks']),
  to: z.string().startsWith('/'),
  icon: z.string(),
  labels: labelsSchema,
  /** Label for those who lack `labelPermission` (spec 3 §2, organizations section). */
  otherLabels: labelsSchema.optional(),
  labelPermission: permissionFlagSchema.optional(),
  /** Shown to holders of this flag; absent: to everybody whom the section is shown to. */
  permission: permissionFlagSchema.optional(),
  /** Entries of a section stand in this order, whatever remote they come from; equal ones as their remotes do. */
  rank: z.int().default(0),
});

/** A remote's `remote.json`: what the shell knows of it before any of its code is loaded. */
export const remoteManifestSchema = z.object({
  id: z.string().regex(/^[a-z][a-z-]{0,30}$/),
  contractVersion: z.int().positive(),
  routes: z.array(remoteRouteSchema).min(1),
  navigation: z.array(remoteNavigationSchema),
});
export type RemoteManifest = z.infer<typeof remoteManifestSchema>;

/** A row of the registry: the manifest and where the deployed version lies. Paths are absolute on the shell's origin. */
export const deployedRemoteSchema = remoteManifestSchema.extend({
  version: z.string(),
  entry: z.string(),
  preload: z.array(z.string()),
  integrity: z.record(z.string(), z.string()),
});
export type DeployedRemote = z.infer<typeof deployedRemoteSchema>;
export const remoteRegistrySchema = z.object({ remotes: z.array(deployedRemoteSchema) });
export type RemoteRegistry = z.infer<typeof remoteRegistrySchema>;
