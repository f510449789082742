/**
 * Wraps a CSS module in its cascade layer, so that the order in which remotes load does not decide which rule wins.
 * Leaves a file that declares `@layer` unchanged.
 */
export default function wrapInLayer(source) {
  const layer = this.resourcePath.includes('/packages/ui/') ? 'app-ui' : 'remotes';
  return source.includes('@layer') ? source : `@layer ${layer} {\n${source}\n}\n`;
}
