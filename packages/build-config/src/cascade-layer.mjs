/** Order of the cascade layers, as `@obieg/ui/styles.css` declares it. */
export const layerOrder = '@layer reset, mantine, app-ui, remotes;';

/**
 * Wraps a CSS module in its cascade layer, so that the order in which remotes load does not decide which rule wins.
 * Leaves a file that declares `@layer` unchanged.
 */
export const wrapInLayer = (file, source) => {
  const layer = file.includes('/packages/ui/') ? 'app-ui' : 'remotes';
  return source.includes('@layer') ? source : `@layer ${layer} {\n${source}\n}\n`;
};
