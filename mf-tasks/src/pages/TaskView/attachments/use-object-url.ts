import { useEffect, useState } from 'react';

/** An address for content that is in memory, for as long as it is shown. */
export const useObjectUrl = (content: Blob | undefined): string | undefined => {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = content && URL.createObjectURL(content);
    setUrl(made);
    return () => {
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [content]);
  return url;
};
