/**
 * Puts a CSS module into its cascade layer, so that the order in which remotes load never decides which rule wins.
 * A file that names its layer itself is left as it is.
 */
export default function wrapInLayer(source) {
  const layer = this.resourcePath.includes('/packages/ui/') ? 'app-ui' : 'remotes';
  return source.includes('@layer') ? source : `@layer ${layer} {\n${source}\n}\n`;
}
