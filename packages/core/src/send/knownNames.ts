import { contextOf } from '../context.js'
import type { Foyer } from '../foyer.js'
import { roomOf } from '../store/observable.js'
import type { NameRecord } from '../wire/name.js'

/** The time for which an answer on a name or an address counts [S9.9]. */
const freshMs = 5 * 60_000

/** As many as a visitor types in a while. */
const most = 50

type Records = readonly NameRecord[]

/** The server's latest answers on names: kept while the kit runs. A failure isn't kept, and a name without an owner is asked anew, as it may have one by then. */
class KnownNames {
  readonly #answers = new Map<string, { readonly at: number; readonly records: Records }>()
  readonly end: () => void = () => this.#answers.clear()

  recall(key: string, now: number): Records | undefined {
    const answer = this.#answers.get(key)
    return answer && now - answer.at < freshMs ? answer.records : undefined
  }

  keep(key: string, at: number, records: Records): void {
    this.#answers.delete(key)
    this.#answers.set(key, { at, records })
    const [oldest] = this.#answers.keys()
    if (this.#answers.size > most && oldest !== undefined) this.#answers.delete(oldest)
  }
}

/**
 * Asks for the records of a name or an address, unless it is known what they are.
 *
 * @param key - distinguishes what is asked from all else
 * @throws what asking throws
 */
export async function knownOr(foyer: Foyer, key: string, ask: () => Promise<Records>): Promise<Records> {
  const context = contextOf(foyer)
  const names = roomOf(context, { Room: KnownNames, kit: foyer })
  const known = names.recall(key, context.clock.now())
  if (known) return known
  const records = await ask()
  if (records.length > 0) names.keep(key, context.clock.now(), records)
  return records
}
