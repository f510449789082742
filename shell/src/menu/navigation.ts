import type { DeployedRemote, Language, Permissions } from '@obieg/contracts';
import type { NavigationSection } from '@obieg/ui';

type Item = NavigationSection['items'][number];

/** A section with the letters that open its pages after `g`. */
export interface MenuSection extends NavigationSection {
  items: readonly (Item & { letter?: string | undefined })[];
}

type Entry = DeployedRemote['navigation'][number];
type ReporterEntry = NonNullable<DeployedRemote['reporterNavigation']>[number];
type OwnEntry = NonNullable<DeployedRemote['ownSection']>['entries'][number];
type SectionId = Entry['section'];

interface NavigationInput {
  remotes: readonly DeployedRemote[];
  permissions: Permissions;
  /** The user is signed in to an organization and lacks the base permission. False while unknown. */
  isReporter: boolean;
  /** Null on the main domain, undefined while loading. */
  organizationName: string | null | undefined;
  language: Language;
  /** Path of the current page. */
  path: string;
  dashboardLabel: string;
  headings: Record<SectionId | 'reports', string>;
}

/** Whether a section is visible (spec 3 §2, main layout and sidebar). */
const isSectionShown: Record<SectionId, (input: NavigationInput) => boolean> = {
  tasks: ({ permissions }) => permissions.hasBasePermission,
  users: ({ permissions }) => permissions.canManageUsers,
  organizations: ({ permissions, organizationName }) =>
    permissions.canManageOrganizations || organizationName === null,
};
const sectionOrder: readonly SectionId[] = ['tasks', 'users', 'organizations'];

const selectLabel = (
  { labels, otherLabels, labelPermission }: Pick<Entry, 'labels' | 'otherLabels' | 'labelPermission'>,
  input: NavigationInput,
): string => {
  const isOther = labelPermission !== undefined && !input.permissions[labelPermission];
  return (isOther ? (otherLabels ?? labels) : labels)[input.language];
};

const isPermitted = ({ permission }: Pick<Entry, 'permission'>, { permissions }: NavigationInput): boolean =>
  permission === undefined || permissions[permission];

const covers = (to: string, path: string): boolean => path === to || path.startsWith(`${to}/`);

/** Returns the longest target that covers the path, so that `/tasks/new` does not also mark `/tasks`. */
const findCurrentEntry = (targets: readonly string[], path: string): string | undefined =>
  targets.filter((to) => covers(to, path)).sort((one, other) => other.length - one.length)[0];

/** Builds the sidebar from the registry alone, without loading a remote. */
export const buildNavigation = (input: NavigationInput): MenuSection[] => {
  const entries = input.remotes
    .flatMap(({ navigation }) => navigation)
    // A newer remote may name a section that this shell does not have.
    .filter(({ section }) => isSectionShown[section]?.(input) ?? false)
    .filter((entry) => isPermitted(entry, input));
  const ownSections = input.remotes.flatMap(({ id, ownSection }) =>
    ownSection
      ? [
          {
            id,
            heading: ownSection.headings[input.language],
            entries: ownSection.entries.filter((entry) => isPermitted(entry, input)),
          },
        ]
      : [],
  );
  const reports = input.isReporter
    ? input.remotes.flatMap(({ reporterNavigation = [] }) => reporterNavigation)
    : [];
  const dashboard = '/dashboard';
  const listed = [...reports, ...entries, ...ownSections.flatMap((section) => section.entries)];
  const current = findCurrentEntry([dashboard, ...listed.map(({ to }) => to)], input.path);
  const toItems = (shown: readonly (Entry | OwnEntry | ReporterEntry)[]) =>
    shown
      .toSorted((one, other) => one.rank - other.rank)
      .map((entry) => ({
        label: selectLabel(entry, input),
        to: entry.to,
        icon: entry.icon,
        isCurrent: entry.to === current,
        letter: entry.key,
      }));
  const sections = sectionOrder.map((id) => ({
    id,
    heading: input.headings[id],
    items: toItems(entries.filter(({ section }) => section === id)),
  }));
  return [
    {
      id: 'dashboard',
      items: [
        {
          label: input.dashboardLabel,
          to: dashboard,
          icon: 'dashboard',
          isCurrent: current === dashboard,
          letter: 'd',
        },
      ],
    },
    ...[
      { id: 'reports', heading: input.headings.reports, items: toItems(reports) },
      ...sections,
      ...ownSections.map(({ id, heading, entries }) => ({ id, heading, items: toItems(entries) })),
    ].filter(({ items }) => items.length > 0),
  ];
};
