import { useEffect, useRef, useState } from 'react'
import type { RowRange } from './gridWindow.js'

/** A row that passes faster than this isn't looked at. */
const restMs = 60

/**
 * Remembers which cells have come into sight and stayed for a moment, so that what flies past fetches nothing, and what was there once is
 * there at once.
 */
export function useSeen({
  keys,
  columns,
  seen: { from, to },
}: {
  readonly keys: readonly string[]
  readonly columns: number
  readonly seen: RowRange
}): ReadonlySet<string> {
  const [known, setKnown] = useState<ReadonlySet<string>>(() => new Set(keys.slice(from * columns, to * columns)))
  const settled = useRef({ from, to })
  useEffect(() => {
    const remember = () => {
      settled.current = { from, to }
      setKnown((last) => {
        const fresh = keys.slice(from * columns, to * columns).filter((key) => !last.has(key))
        return fresh.length === 0 ? last : new Set([...last, ...fresh])
      })
    }
    // Nothing has moved: others came where the visitor is looking.
    if (settled.current.from === from && settled.current.to === to) return remember()
    const timer = setTimeout(remember, restMs)
    return () => clearTimeout(timer)
  }, [keys, columns, from, to])
  return known
}
