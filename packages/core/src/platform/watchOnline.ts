import type { FoyerContext } from '../context.js'

/** Keeps in the store whether the browser has a network. @returns stops */
export function watchOnline({ update }: Pick<FoyerContext, 'update'>): () => void {
  if (typeof window === 'undefined') return () => {}
  const listening = new AbortController()
  const changed = () => update((state) => (state.online === navigator.onLine ? state : { online: navigator.onLine }))
  for (const type of ['online', 'offline']) window.addEventListener(type, changed, { signal: listening.signal })
  changed()
  return () => listening.abort()
}
