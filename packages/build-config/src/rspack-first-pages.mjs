import { join } from 'node:path';
import { buildFirstPages } from './first-pages/build-first-pages.mjs';

/** Writes `dist/first-pages.json`, if the remote describes first pages. */
export class FirstPagesPlugin {
  constructor({ folder }) {
    this.folder = folder;
  }

  apply(compiler) {
    compiler.hooks.afterEmit.tapPromise('FirstPagesPlugin', async ({ errors }) => {
      if (errors.length > 0) return;
      await buildFirstPages({
        folder: this.folder,
        cacheFolder: join(this.folder, '.cache'),
        outputFolder: compiler.outputPath,
      });
    });
  }
}
