/**
 * Development only. Turns a catalogue of texts into a module that reloads the texts of its namespace in the open page
 * when it changes.
 */
export default function reloadChangedTexts(source) {
  const { namespace } = this.getOptions();
  return `import { reloadMessages } from '@obieg/web-kit';
export default ${JSON.stringify(JSON.parse(source))};
if (import.meta.webpackHot) {
  import.meta.webpackHot.accept();
  import.meta.webpackHot.dispose((data) => { data.isReplaced = true; });
  if (import.meta.webpackHot.data?.isReplaced) void reloadMessages(${JSON.stringify(namespace)});
}
`;
}
