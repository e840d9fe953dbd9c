/** Calls back when the page is in front again, and when it goes out of sight. @returns stops */
export function watchPage({ shown, hidden }: { readonly shown: () => void; readonly hidden: () => void }): () => void {
  const { document, window } = globalThis
  const stopped = new AbortController()
  const { signal } = stopped
  document?.addEventListener('visibilitychange', () => (document.hidden ? hidden : shown)(), { signal })
  // A page that was frozen may hear of any of these alone.
  for (const event of ['pageshow', 'focus']) window?.addEventListener(event, shown, { signal })
  return () => stopped.abort()
}
