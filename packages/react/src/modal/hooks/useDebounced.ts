import type { Clock } from '@foyer/core'
import { useEffect, useState } from 'react'

/** A value once it has stood still for a while, or at once where there's nothing to wait for. */
export function useDebounced<T>({
  value,
  ms,
  atOnce,
  clock,
}: {
  readonly value: T
  readonly ms: number
  readonly atOnce: boolean
  readonly clock: Clock
}): T {
  const [settled, setSettled] = useState(value)
  if (atOnce && settled !== value) setSettled(value)
  useEffect(() => {
    if (value === settled) return
    return clock.setTimeout(() => setSettled(value), ms)
  }, [value, settled, ms, clock])
  return atOnce ? value : settled
}
