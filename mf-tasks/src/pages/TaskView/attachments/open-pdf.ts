// The modern build needs APIs that Safari 17 lacks, for example `URL.parse`.
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

// The content security policy allows workers only from our own origin.
GlobalWorkerOptions.workerSrc = new URL('pdfjs-dist/legacy/build/pdf.worker.min.mjs', import.meta.url).href;

/** Opens a PDF in a worker. `close` cancels loading and releases the worker. */
export const openPdf = (content: Blob): { document: Promise<PDFDocumentProxy>; close: () => void } => {
  let isClosed = false;
  let close = (): void => undefined;
  const document = content.arrayBuffer().then((data) => {
    if (isClosed) throw new Error('closed');
    // The content security policy forbids `eval` and WebAssembly.
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
