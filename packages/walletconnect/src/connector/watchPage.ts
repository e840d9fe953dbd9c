/** Tells whether the page is out of sight, whenever that may have changed. @returns stops */
export function watchPage(listener: (isHidden: boolean) => unknown): () => void {
  const { document, window } = globalThis
  const stopped = new AbortController()
  const { signal } = stopped
  const look = () => listener(document.hidden)
  document?.addEventListener('visibilitychange', look, { signal })
  // A page that was frozen may hear of any of these alone.
  for (const event of ['pageshow', 'focus']) window?.addEventListener(event, look, { signal })
  return () => stopped.abort()
}
