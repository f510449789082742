/** Photos of iPhones. Browsers report no type for them on systems that do not know the format. */
export const isHeic = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  /\.hei[cf]$/i.test(name) || /^image\/hei[cf]$/i.test(type);
