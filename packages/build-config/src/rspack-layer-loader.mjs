import { wrapInLayer } from './cascade-layer.mjs';

/** Loader of CSS modules. */
export default function layerLoader(source) {
  return wrapInLayer(this.resourcePath, source);
}
