import { contextOf } from '@foyer/core/internal'
import { useEffect, useState } from 'react'
import { useFoyer } from '../kit.js'

/** How long a pairing's relay may be silent before that is said, and a way on is offered. */
export const relaySilenceMs = 4_000
/** How long a wallet that was asked or opened may be silent before it is said what to do where nothing opened. */
export const walletSilenceMs = 10_000

/**
 * Whether a wait has gone on for so long that there is more to say.
 *
 * @param options.wait - distinguishes one wait from the next; undefined while nothing is waited for
 */
export function useSilence({ wait, ms }: { readonly wait: string | undefined; readonly ms: number }): boolean {
  const { clock } = contextOf(useFoyer())
  const [silent, setSilent] = useState<string>()
  useEffect(() => (wait === undefined ? undefined : clock.setTimeout(() => setSilent(wait), ms)), [wait, ms, clock])
  return wait !== undefined && wait === silent
}
