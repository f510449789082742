import { useEffect, useRef, useState } from 'react';
import { type CameraErrorCode, classifyCameraError, closeCamera, openCamera } from './camera';

/** Stores the camera stream. Stops the camera on close and on unmount. */
const useStream = () => {
  const [stream, setStream] = useState<MediaStream>();
  const streamRef = useRef<MediaStream>(undefined);
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
      if (streamRef.current) closeCamera(streamRef.current);
    };
  }, []);
  const show = (next: MediaStream | undefined): void => {
    if (streamRef.current) closeCamera(streamRef.current);
    streamRef.current = next;
    if (isMounted.current) setStream(next);
    // The user may leave the page before answering the browser's permission prompt.
    else if (next) closeCamera(next);
  };
  return { stream, show };
};

/** Opens the camera before the dialog, so that the page shows a failure next to the button. */
export const useCamera = () => {
  const { stream, show } = useStream();
  const [isOpening, setIsOpening] = useState(false);
  const [errorCode, setErrorCode] = useState<CameraErrorCode>();
  const open = async (): Promise<void> => {
    setErrorCode(undefined);
    setIsOpening(true);
    try {
      show(await openCamera());
    } catch (error) {
      setErrorCode(classifyCameraError(error));
    } finally {
      setIsOpening(false);
    }
  };
  const button = useRef<HTMLButtonElement>(null);
  const isBusy = isOpening || stream !== undefined;
  const wasBusy = useRef(false);
  useEffect(() => {
    // The disabled button has lost the focus; restore it.
    if (wasBusy.current && !isBusy) button.current?.focus();
    wasBusy.current = isBusy;
  }, [isBusy]);
  return {
    button,
    stream,
    isOpening,
    errorCode,
    open,
    close: () => show(undefined),
    clearErrorCode: () => setErrorCode(undefined),
  };
};
