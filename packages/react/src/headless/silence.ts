import { contextOf } from '@foyer/core/internal'
import { useEffect, useState } from 'react'
import { useFoyer } from '../kit.js'

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
