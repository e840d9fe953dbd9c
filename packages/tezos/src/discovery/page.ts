/** Extensions that speak Beacon exchange messages with a page through its own window. */

/** Listens to messages of this page to itself. @returns stops */
export function listenToPage(onMessage: (message: unknown) => void): () => void {
  const page = window
  const listen = ({ data, source, origin }: MessageEvent<unknown>) => {
    if (source === page && origin === page.location.origin) onMessage(data)
  }
  page.addEventListener('message', listen)
  return () => page.removeEventListener('message', listen)
}

export const postToExtensions = (message: object): void =>
  window.postMessage({ target: 'toExtension', ...message }, window.location.origin)
