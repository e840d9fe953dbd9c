import { walletOpened } from '@foyer/core/connection'
import { contextOf } from '@foyer/core/internal'
import { useEffect, useState } from 'react'
import { useModal } from '../modalContext.js'

/** How long the place of a code stands empty before it's drawn, so that it doesn't flicker by. */
const delayMs = 200

export interface ShownCode {
  /** What the code says, once it's to be drawn. */
  readonly shown: string | undefined
  /** How often another has taken its place since. */
  readonly renewals: number
}

/** When a code is drawn: the first a moment after it's known, a later one in its place at once. */
export function useShownCode({ uri }: { readonly uri: string | undefined }): ShownCode {
  const { foyer } = useModal()
  const [drawn, setDrawn] = useState<{ readonly uri: string; readonly renewals: number }>()
  if (drawn && uri === undefined) setDrawn(undefined)
  if (drawn && uri !== undefined && drawn.uri !== uri) setDrawn({ uri, renewals: drawn.renewals + 1 })
  const isDrawn = drawn !== undefined
  useEffect(() => {
    if (isDrawn || uri === undefined) return
    return contextOf(foyer).clock.setTimeout(() => setDrawn({ uri, renewals: 0 }), delayMs)
  }, [isDrawn, uri, foyer])
  useEffect(() => {
    // Whoever scans it is elsewhere: requests will open nothing here.
    if (isDrawn) walletOpened(foyer, { href: undefined })
  }, [isDrawn, foyer])
  return { shown: drawn?.uri, renewals: drawn?.renewals ?? 0 }
}
