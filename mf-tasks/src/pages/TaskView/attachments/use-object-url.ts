import { useEffect, useState } from 'react';

/** Returns an object URL for a blob and revokes it on unmount. */
export const useObjectUrl = (content: Blob | undefined): string | undefined => {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const objectUrl = content && URL.createObjectURL(content);
    setUrl(objectUrl);
    return () => {
      if (objectUrl !== undefined) URL.revokeObjectURL(objectUrl);
    };
  }, [content]);
  return url;
};
