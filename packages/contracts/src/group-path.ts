/** The path of a group, or the name alone in a response of the previous release. */
export const groupPathOf = ({ name, path }: { name: string; path?: string | undefined }): string =>
  path ?? name;
