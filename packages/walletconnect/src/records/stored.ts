import type { KeyValueStorage } from '@foyer/core'
import { type Bytes, bytesToHex, type Ciphers, hexToBytes } from '../protocol/index.js'

/** Where records stand. */
export interface RecordPlace {
  /** Whose clients' records have a place of their own, as what one relay carries no other does. */
  readonly relay: string
  readonly name: string
  /** Of what is written there: what another version wrote is left alone. */
  readonly version: number
}

export const recordsKey = ({ relay, name, version }: RecordPlace): string => `walletconnect/${relay}${name}/${version}`

/** Whether there are any records, for who has no need to read them yet. */
export const hasRecords = ({ storage, ...place }: RecordPlace & { readonly storage: KeyValueStorage }): boolean =>
  (storage.getItem(recordsKey(place)) ?? '[]') !== '[]'

/** Writes records down where there are none, for whoever reads them by their schema. */
export const writeRecords = ({
  storage,
  entries,
  ...place
}: RecordPlace & {
  readonly storage: Pick<KeyValueStorage, 'setItem'>
  readonly entries: readonly (readonly [id: string, value: unknown])[]
}): void => storage.setItem(recordsKey(place), JSON.stringify(entries))

/** The seed of a client's own key (Ed25519), drawn the first time. */
export function clientSeed({
  storage,
  relay = '',
  ciphers,
}: {
  readonly storage: Pick<KeyValueStorage, 'getItem' | 'setItem'>
  readonly relay?: string | undefined
  readonly ciphers: Pick<Ciphers, 'randomBytes'>
}): Bytes {
  const place = { relay, name: 'seed', version: 1 }
  const [, known] = /^\[\["client","([0-9a-f]{64})"\]\]$/.exec(storage.getItem(recordsKey(place)) ?? '') ?? []
  if (known !== undefined) return hexToBytes(known)
  const seed = ciphers.randomBytes(32)
  writeRecords({ storage, ...place, entries: [['client', bytesToHex(seed)]] })
  return seed
}
