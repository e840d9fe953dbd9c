/** Extensions that speak Beacon are spoken with by messages of the window to itself. */

/** Listens to what is said to this page, in this page. @returns stops */
export function listenToPage(heard: (said: unknown) => void): () => void {
  const page = window
  const listen = ({ data, source, origin }: MessageEvent<unknown>) => {
    if (source === page && origin === page.location.origin) heard(data)
  }
  page.addEventListener('message', listen)
  return () => page.removeEventListener('message', listen)
}

export const postToExtensions = (message: object): void =>
  window.postMessage({ target: 'toExtension', ...message }, window.location.origin)
