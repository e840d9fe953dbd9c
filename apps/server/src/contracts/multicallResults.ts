import type { Hex } from 'viem'

/**
 * Reads what Multicall3's `aggregate3` returned: a list of a yes or no and bytes each. The bytes are whatever strangers' contracts gave, and nothing is copied to
 * read them, however many and wherever they are.
 * @returns the bytes of each that succeeded, in order; null for all where that isn't such a list of so many: another contract is at that address
 */
export function resultsIn({ bytes, count }: { bytes: Hex | null; count: number }): readonly (Hex | null)[] | null {
  if (bytes === null) return null
  const text = bytes.slice(2)
  const list = numberAt({ text, at: 0 })
  if (list === null || numberAt({ text, at: list }) !== count) return null
  const results: (Hex | null)[] = []
  for (let index = 0; index < count; index += 1) {
    const result = resultAt({ text, base: list + word, index })
    if (result === null) return null
    results.push(result.isDone ? result.bytes : null)
  }
  return results
}

const word = 32

function resultAt({ text, base, index }: { text: string; base: number; index: number }) {
  const offset = numberAt({ text, at: base + word * index })
  if (offset === null) return null
  const start = base + offset
  const success = numberAt({ text, at: start })
  const toBytes = numberAt({ text, at: start + word })
  if (toBytes === null || (success !== 0 && success !== 1)) return null
  const length = numberAt({ text, at: start + toBytes })
  if (length === null) return null
  const at = 2 * (start + toBytes + word)
  const bytes = text.slice(at, at + 2 * length)
  return bytes.length === 2 * length ? { isDone: success === 1, bytes: `0x${bytes}` as const } : null
}

/** A word that is a place or a length; null where there is none, or it is beyond all bytes. */
function numberAt({ text, at }: { text: string; at: number }): number | null {
  const digits = text.slice(2 * at, 2 * (at + word))
  return /^0{56}[0-9a-fA-F]{8}$/.test(digits) ? Number.parseInt(digits, 16) : null
}
