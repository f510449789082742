/** The path of a group, or the name alone in a response of the previous release. */
export const groupPathOf = ({ name, path }: { name: string; path?: string | undefined }): string =>
  path ?? name;

/** Orders groups by path, so that those of one parent follow each other. */
export const sortByPath = <G extends { name: string; path?: string | undefined }>(
  groups: readonly G[],
): G[] => [...groups].sort((one, other) => groupPathOf(one).localeCompare(groupPathOf(other), 'pl'));
