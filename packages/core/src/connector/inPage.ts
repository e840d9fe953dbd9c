import type { Clock } from '../clock/clock.js'
import { readProperty } from './saidInPage.js'

/** Returns the value at a path from `window`, such as `okxwallet.near`. */
export const atPath = (path: string): unknown => path.split('.').reduce<unknown>(readProperty, window)

/**
 * Looks for wallets of which no event says that they have come: now, when the page has loaded, a while after, and whenever the visitor presses something.
 *
 * @returns stops looking
 */
export function keepLooking({ look, clock }: { readonly look: () => void; readonly clock: Clock }): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  look()
  for (const event of ['load', 'pointerdown', 'keydown'])
    window.addEventListener(event, look, { signal, capture: true, passive: true })
  const stops = [300, 1500].map((ms) => clock.setTimeout(look, ms))
  return () => {
    stopping.abort()
    for (const stop of stops) stop()
  }
}
