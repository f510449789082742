import { afterEach, describe, expect, it, vi } from 'vitest';
import { classifyCameraError, openCamera, takePhoto } from './camera';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Mocks the canvas, because the test DOM cannot render images. */
const mockCanvas = (photo: Blob | null) => {
  const canvas = document.createElement('canvas');
  const drawImage = vi.fn();
  vi.spyOn(canvas, 'getContext').mockReturnValue({ drawImage } as never);
  const toBlob = vi.spyOn(canvas, 'toBlob').mockImplementation((use) => use(photo));
  vi.spyOn(document, 'createElement').mockReturnValue(canvas);
  return { canvas, drawImage, toBlob };
};
const video = { videoWidth: 1_280, videoHeight: 720 } as HTMLVideoElement;

describe('takePhoto and openCamera (spec 3 §9)', () => {
  it('returns a JPEG of quality 0.9 in the size of the video', async () => {
    const photo = new Blob(['x'], { type: 'image/jpeg' });
    const { canvas, drawImage, toBlob } = mockCanvas(photo);
    expect(await takePhoto(video)).toBe(photo);
    expect(toBlob.mock.calls[0]?.slice(1)).toEqual(['image/jpeg', 0.9]);
    expect([canvas.width, canvas.height]).toEqual([1_280, 720]);
    expect(drawImage).toHaveBeenCalledWith(video, 0, 0);
  });

  it('rejects when the browser cannot encode the image', async () => {
    mockCanvas(null);
    await expect(takePhoto(video)).rejects.toThrow();
  });

  it('opens the rear camera without audio', async () => {
    const getUserMedia = vi.fn(async () => 'stream');
    vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } });
    await openCamera();
    expect(getUserMedia).toHaveBeenCalledWith({ video: { facingMode: 'environment' }, audio: false });
  });
});

describe('classifyCameraError (spec 3 §8)', () => {
  it.each([
    ['NotAllowedError', 'blocked'],
    ['NotFoundError', 'missing'],
    ['OverconstrainedError', 'missing'],
    ['NotSupportedError', 'unsupported'],
    ['SecurityError', 'insecure'],
    ['NotReadableError', 'other'],
  ])('classifies %s as %s', (name, errorCode) => {
    vi.stubGlobal('isSecureContext', true);
    expect(classifyCameraError(new DOMException('', name))).toBe(errorCode);
  });

  it('classifies every error as insecure on a page without HTTPS', () => {
    vi.stubGlobal('isSecureContext', false);
    expect(classifyCameraError(new DOMException('', 'NotAllowedError'))).toBe('insecure');
  });
});
