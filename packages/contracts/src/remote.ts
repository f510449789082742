import * as z from 'zod';
import type { Language } from './headers';
import { openEnum, optionalOpenEnum } from './open-enum';
import { permissionsSchema } from './roles';

const permissionFlagSchema = permissionsSchema.keyof();
const labelsSchema = z.object({
  mul: z.string(),
  pl: z.string(),
  en: z.string(),
} satisfies Record<Language, z.ZodString>);

const jsonPointerSchema = z.string().startsWith('/');

/** A text in a response of the route's `data`. Pointers are JSON pointers (RFC 6901). */
const startTextSchema = z.object({
  /** The address, as in `data`. */
  data: z.string().startsWith('/api/'),
  pointer: jsonPointerSchema,
  /** Leaves the text out if the response has a value here. */
  unless: jsonPointerSchema.optional(),
});

const remoteRouteSchema = z.object({
  /** Route pattern, for example `/task/:publicTaskId`. */
  path: z.string().startsWith('/'),
  access: openEnum(['public', 'signed-in'], 'signed-in'),
  /** `frame`: inside sidebar and header. `bare`: a page without them. */
  layout: openEnum(['frame', 'bare'], 'frame'),
  /**
   * Set for a page that needs an organization. On the main domain the shell asks to choose one. Absent: available on
   * both.
   */
  site: optionalOpenEnum(['organization']),
  /**
   * Addresses below /api whose responses the page needs first, with the parameters of `path`. The gateway calls them as
   * a visitor and writes the responses into the page. Absent: none.
   */
  data: z.array(z.string().startsWith('/api/')).max(5).optional(),
  /** Lines that the document shows until its scripts have run. Optional: earlier gateways ignore it. */
  startTexts: z.array(startTextSchema).max(2).optional(),
  /** Files of the route's first page, besides those of the remote's `preload`. Written by the build. */
  preload: z.array(z.string()).optional(),
  /** Modules of the shell that the first page uses, see `provides` of the shell. Written by the build. */
  uses: z.array(z.string()).optional(),
});

const remoteNavigationSchema = z.object({
  section: openEnum(['users', 'organizations', 'tasks'], 'tasks'),
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
  /** Letter that opens the page after `g`. The first entry with a letter has it. Optional: earlier shells ignore it. */
  key: z
    .string()
    .regex(/^[a-z]$/)
    .optional(),
});

/**
 * An entry for reporters: signed-in users of an organization without the base permission. They see none of the
 * sections of `navigation` (spec 3 §2).
 */
const reporterNavigationSchema = remoteNavigationSchema.pick({
  to: true,
  icon: true,
  labels: true,
  rank: true,
  key: true,
});

/** A section of the remote's own, below the sections of `navigation`. It appears if the user may see an entry. */
const ownSectionSchema = z.object({
  headings: labelsSchema,
  entries: z.array(
    remoteNavigationSchema
      .omit({ section: true })
      // Required, because no permission of a section hides the entry from reporters and visitors.
      .extend({ permission: permissionFlagSchema }),
  ),
});

/** A remote's `remote.json`. The shell reads it before it loads the remote's code. */
export const remoteManifestSchema = z.object({
  id: z.string().regex(/^[a-z][a-z-]{0,30}$/),
  contractVersion: z.int().positive(),
  routes: z.array(remoteRouteSchema).min(1),
  navigation: z.array(remoteNavigationSchema),
  /** Optional: earlier remotes lack it, and earlier shells and gateways ignore it. */
  reporterNavigation: z.array(reporterNavigationSchema).optional(),
  /** Optional for the same reason. An earlier shell shows the entries nowhere. */
  ownSection: ownSectionSchema.optional(),
});

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

/** Registry of a page: the versions that its organization gets. */
export const remoteRegistrySchema = z.object({
  /** Version of the shell. Absent in pages of the development server. */
  shell: z.string().optional(),
  remotes: z.array(deployedRemoteSchema),
});
export type RemoteRegistry = z.infer<typeof remoteRegistrySchema>;
