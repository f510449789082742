import { useEffect, useRef, useState } from 'react';
import { type CameraProblem, closeCamera, describeCameraProblem, openCamera } from './camera';

/** What the camera shows, from its opening until it is closed or the page goes, whichever comes first. */
const useStream = () => {
  const [stream, setStream] = useState<MediaStream>();
  const held = useRef<MediaStream>(undefined);
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
      if (held.current) closeCamera(held.current);
    };
  }, []);
  const show = (next: MediaStream | undefined): void => {
    if (held.current) closeCamera(held.current);
    held.current = next;
    if (isHere.current) setStream(next);
    // One who is asked for the camera may leave before answering.
    else if (next) closeCamera(next);
  };
  return { stream, show };
};

/** The camera is asked for before its dialog opens, so that a refusal is told where one has pressed. */
export const useCamera = () => {
  const { stream, show } = useStream();
  const [isOpening, setIsOpening] = useState(false);
  const [problem, setProblem] = useState<CameraProblem>();
  const open = async (): Promise<void> => {
    setProblem(undefined);
    setIsOpening(true);
    try {
      show(await openCamera());
    } catch (error) {
      setProblem(describeCameraProblem(error));
    } finally {
      setIsOpening(false);
    }
  };
  const button = useRef<HTMLButtonElement>(null);
  const isBusy = isOpening || stream !== undefined;
  const wasBusy = useRef(false);
  useEffect(() => {
    // A button that cannot be pressed loses the focus, so it is given back here.
    if (wasBusy.current && !isBusy) button.current?.focus();
    wasBusy.current = isBusy;
  }, [isBusy]);
  return {
    button,
    stream,
    isOpening,
    problem,
    open,
    close: () => show(undefined),
    clearProblem: () => setProblem(undefined),
  };
};
