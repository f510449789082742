// The build for all but the newest browsers: the other one wants what Safari 17 does not have, as URL.parse.
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

// A file of our own origin beside this one, as the content security policy wants it.
GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/legacy/build/pdf.worker.min.mjs', import.meta.url).href;

/** Opens a PDF in a worker. `close` gives up, or gives back, what it takes. */
export const openPdf = (content: Blob): { document: Promise<PDFDocumentProxy>; close: () => void } => {
  let isClosed = false;
  let close = (): void => undefined;
  const document = content.arrayBuffer().then((data) => {
    if (isClosed) throw new Error('closed');
    // Neither text as code nor WebAssembly: the page's policy allows neither, and nothing here needs it.
    const task = getDocument({ data, isEvalSupported: false, useWasm: false });
    close = () => void task.destroy();
    return task.promise;
  });
  return {
    document,
    close: () => {
      isClosed = true;
      close();
    },
  };
};
