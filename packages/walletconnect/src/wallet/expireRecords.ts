import type { Records } from '../records/records.js'

/**
 * Ends those of a kind's records whose time is over.
 *
 * @param input.now - ms since 1970, as what `expiresAt` says
 * @param input.isBusy - those aren't ended now: whoever works on them sees to it
 * @param input.end - removes it
 * @returns when the next one's time is over
 */
export function expireRecords<Value>({
  records,
  now,
  expiresAt,
  isBusy = () => false,
  end,
}: {
  readonly records: Records<Value>
  readonly now: number
  readonly expiresAt: (value: Value) => number
  readonly isBusy?: ((id: string, value: Value) => boolean) | undefined
  readonly end: (id: string, value: Value) => void
}): number | undefined {
  const times: number[] = []
  for (const [id, value] of records.all()) {
    // Whoever is told of one's end may end others.
    if (isBusy(id, value) || records.get(id) === undefined) continue
    if (now < expiresAt(value)) times.push(expiresAt(value))
    else end(id, value)
  }
  return times.length > 0 ? Math.min(...times) : undefined
}
