import { Loading, Spinner, Text } from '@obieg/ui';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import classes from '../../../files/files.module.css';
import { useTaskMessages } from '../../../i18n/messages';
import { openPdf } from './open-pdf';

/** Each page is a canvas in memory. The download contains the other pages. */
const maxPages = 20;
/** Sharp on phones, while the canvas size stays limited. */
const maxPixelRatio = 2;

const renderPage = (page: PDFPageProxy, canvas: HTMLCanvasElement) => {
  const natural = page.getViewport({ scale: 1 });
  const pixelRatio = Math.min(window.devicePixelRatio || 1, maxPixelRatio);
  const viewport = page.getViewport({ scale: ((canvas.clientWidth || 600) / natural.width) * pixelRatio });
  canvas.width = viewport.width;
  canvas.height = viewport.height;
  return page.render({ canvas, viewport });
};

interface PageProps {
  document: PDFDocumentProxy;
  number: number;
  onFailure: () => void;
}

const PdfPage = ({ document, number, onFailure }: PageProps) => {
  const t = useTaskMessages();
  const canvas = useRef<HTMLCanvasElement>(null);
  const fail = useRef(onFailure);
  useEffect(() => {
    let drawing: ReturnType<typeof renderPage> | undefined;
    let isCancelled = false;
    document
      .getPage(number)
      .then((page) => {
        if (isCancelled || !canvas.current) return;
        drawing = renderPage(page, canvas.current);
        return drawing.promise;
      })
      .catch(() => {
        if (!isCancelled) fail.current();
      });
    return () => {
      isCancelled = true;
      drawing?.cancel();
    };
  }, [document, number]);
  return (
    <canvas
      ref={canvas}
      className={classes['page']}
      role="img"
      aria-label={t('attachments.pdfPage', { page: number, total: document.numPages })}
    />
  );
};

const usePdf = (content: Blob, onFailure: () => void): PDFDocumentProxy | undefined => {
  const [document, setDocument] = useState<PDFDocumentProxy>();
  const fail = useRef(onFailure);
  useEffect(() => {
    const opening = openPdf(content);
    let isCancelled = false;
    opening.document.then(
      (opened) => {
        if (!isCancelled) setDocument(opened);
      },
      () => {
        if (!isCancelled) fail.current();
      },
    );
    return () => {
      isCancelled = true;
      opening.close();
    };
  }, [content]);
  return document;
};

/** Pages of a PDF below each other. pdf.js renders them and runs no scripts of the file. */
const PdfPages = ({ content, onFailure }: { content: Blob; onFailure: () => void }) => {
  const t = useTaskMessages();
  const document = usePdf(content, onFailure);
  if (!document)
    return (
      <Loading>
        <Spinner />
      </Loading>
    );
  const shown = Math.min(document.numPages, maxPages);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard scrolling needs a focusable element
    <section className={classes['pages']} aria-label={t('attachments.pdfPages')} tabIndex={0}>
      {Array.from({ length: shown }, (_, index) => index + 1).map((number) => (
        <PdfPage key={number} document={document} number={number} onFailure={onFailure} />
      ))}
      {shown < document.numPages ? <Text muted>{t('attachments.pdfMore')}</Text> : null}
    </section>
  );
};
export default PdfPages;
