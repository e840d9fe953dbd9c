import type { FoyerContext } from '../context.js'

/** Keeps in the store whether the browser has a network; a server counts as having one. @returns stops */
export function watchOnline({ update }: Pick<FoyerContext, 'update'>): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const changed = () => update(() => ({ online: globalThis.navigator?.onLine !== false }))
  for (const type of ['online', 'offline']) globalThis.addEventListener?.(type, changed, { signal })
  changed()
  return () => listening.abort()
}
