import type { KeyValueStorage } from '@foyer/core'
import { createRecords } from '../exchange/records.js'
import { loadReading } from '../protocol/index.js'
import { createHearing } from './createHearing.js'
import type { Hearing, Lent } from './hearing.js'

/**
 * Opens the half that hears wallets over its records: the one module to fetch for it. It comes with whatever it opens messages with.
 *
 * @throws ChunkLoadError
 */
export async function openHearing({
  storage,
  relay,
  ...lent
}: Lent & {
  readonly storage: KeyValueStorage
  /** As `createRecords` has it. */
  readonly relay: string
}): Promise<Hearing> {
  await loadReading(lent.ciphers)
  return createHearing({ ...lent, records: createRecords({ storage, relay, report: lent.report }) })
}
