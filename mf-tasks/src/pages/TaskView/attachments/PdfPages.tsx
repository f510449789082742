import { Loading, Spinner, Text } from '@obieg/ui';
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { useTaskMessages } from '../../../messages';
import classes from './attachments.module.css';
import { openPdf } from './open-pdf';

/** Each page is a canvas in memory; who needs more has the file. */
const shownPagesMax = 20;
/** Sharp on phones, without canvases of a hundred megapixels. */
const sharpnessMax = 2;

const drawPage = (page: PDFPageProxy, canvas: HTMLCanvasElement) => {
  const natural = page.getViewport({ scale: 1 });
  const sharpness = Math.min(window.devicePixelRatio || 1, sharpnessMax);
  const viewport = page.getViewport({ scale: ((canvas.clientWidth || 600) / natural.width) * sharpness });
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
    let drawing: ReturnType<typeof drawPage> | undefined;
    let isGone = false;
    document
      .getPage(number)
      .then((page) => {
        if (isGone || !canvas.current) return;
        drawing = drawPage(page, canvas.current);
        return drawing.promise;
      })
      .catch(() => {
        if (!isGone) fail.current();
      });
    return () => {
      isGone = true;
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
    let isGone = false;
    opening.document.then(
      (opened) => {
        if (!isGone) setDocument(opened);
      },
      () => {
        if (!isGone) fail.current();
      },
    );
    return () => {
      isGone = true;
      opening.close();
    };
  }, [content]);
  return document;
};

/** The pages of a PDF one below the other, drawn by pdf.js: nothing that the file holds is run. */
const PdfPages = ({ content, onFailure }: { content: Blob; onFailure: () => void }) => {
  const t = useTaskMessages();
  const document = usePdf(content, onFailure);
  if (!document)
    return (
      <Loading>
        <Spinner />
      </Loading>
    );
  const shown = Math.min(document.numPages, shownPagesMax);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls only what can be focused
    <section className={classes['pages']} aria-label={t('attachments.pdfPages')} tabIndex={0}>
      {Array.from({ length: shown }, (_, index) => index + 1).map((number) => (
        <PdfPage key={number} document={document} number={number} onFailure={onFailure} />
      ))}
      {shown < document.numPages ? <Text muted>{t('attachments.pdfMore')}</Text> : null}
    </section>
  );
};
export default PdfPages;
