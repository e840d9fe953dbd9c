import type { Hex } from '@foyer/core/chain'
import type { Ens } from './ens.js'
import { createMemory } from './memory.js'

/** Short, since names are given away and back; a nothing is even shorter, since whoever sets up a name looks at it. */
const keptMs = { found: 60_000, nothing: 20_000 } as const
const mostAnswers = 10_000

/**
 * ENS, asked once for all who want to know the same at the same time, and what it said kept for a short while. A reading
 * goes on for the others when one of them goes away; it has time limits of its own.
 */
export function recallEns({ ens, now }: { ens: Ens; now: () => number }): Ens {
  const { signal: untilDone } = new AbortController()
  const freshMs = (answer: string | null) => (answer === null ? keptMs.nothing : keptMs.found)
  const addresses = createMemory<Hex | null>({ freshMs, most: mostAnswers, now })
  const names = createMemory<string | null>({ freshMs, most: mostAnswers, now })
  const texts = createMemory<string | null>({ freshMs, most: mostAnswers, now })
  return {
    addressOf: ({ name, signal }) =>
      addresses.recall({ key: name, read: () => ens.addressOf({ name, signal: untilDone }), signal }),
    nameOf: ({ address, signal }) =>
      names.recall({ key: address, read: () => ens.nameOf({ address, signal: untilDone }), signal }),
    textOf: ({ name, key, signal }) =>
      texts.recall({ key: `${name} ${key}`, read: () => ens.textOf({ name, key, signal: untilDone }), signal }),
  }
}
