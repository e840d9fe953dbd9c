/** A phone or tablet: by its pointer, or by what the browser calls itself; never by the window's width. */
export const isMobile = (page: PageWindow = globalThis): boolean =>
  page.matchMedia?.('(pointer:coarse)').matches || /Android|iP(hone|[ao]d)/i.test(`${page.navigator?.userAgent}`)

/** The parts of a browser's window in use: handed in, so that a test can be any browser. A server has none. */
export interface PageWindow {
  readonly navigator?: { readonly userAgent?: string | undefined; readonly maxTouchPoints?: number | undefined }
  readonly matchMedia?: (query: string) => { readonly matches: boolean }
  readonly self?: unknown
  readonly top?: unknown
  readonly open?: (link: string, target: string, features: string) => unknown
}

/** Returns the browser's user agent. */
export const userAgentOf = ({ navigator }: PageWindow): string => navigator?.userAgent ?? ''

/** Keeps in the store whether the browser has a network; a server counts as having one. @returns stops */
export function watchOnline({
  update,
}: {
  readonly update: (change: () => { readonly online: boolean }) => void
}): () => void {
  const listening = new AbortController()
  const { signal } = listening
  const changed = () => update(() => ({ online: globalThis.navigator?.onLine !== false }))
  for (const type of ['online', 'offline']) globalThis.addEventListener?.(type, changed, { signal })
  changed()
  return () => listening.abort()
}
