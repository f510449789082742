import { basename } from 'node:path';

/**
 * Development only. Turns a catalogue of texts into a module that replaces its texts in the open page when it changes.
 * The compiler's name is the namespace, the file's name the language.
 */
export default function replaceChangedTexts(source) {
  const target = [this.getOptions().namespace, basename(this.resourcePath, '.json')];
  return `import { replaceMessages } from '@obieg/web-kit';
const texts = ${JSON.stringify(JSON.parse(source))};
export default texts;
if (import.meta.webpackHot) {
  import.meta.webpackHot.accept();
  import.meta.webpackHot.dispose((data) => { data.isReplaced = true; });
  if (import.meta.webpackHot.data?.isReplaced) replaceMessages(...${JSON.stringify(target)}, texts);
}
`;
}
