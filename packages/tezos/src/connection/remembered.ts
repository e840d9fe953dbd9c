import type { Account, KeyValueStorage, NetworkId } from '@foyer/core'
import { parseNetworkId } from '@foyer/core/chain'
import * as v from 'valibot'
import { readKey } from '../addresses/keys.js'
import type { Pairing } from '../beacon/pair.js'

/** What a wallet showed, and on which network. */
export interface Shown {
  readonly networkId: NetworkId
  /** The account's; its address is the hash of it. */
  readonly publicKey: string
}

interface Place {
  readonly storage: KeyValueStorage
  /** The connector's. */
  readonly id: string
}

export const accountOf = ({ publicKey }: Shown): Account => ({
  ...{ namespace: 'tezos', address: readKey(publicKey)?.address ?? '', type: 'eoa', publicKey },
})

const Key = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/))
const Remembered = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    networkId: v.pipe(v.string(), v.regex(/^tezos:[-_a-zA-Z0-9]{1,32}$/)),
    publicKey: v.pipe(
      v.string(),
      v.check((said) => readKey(said) !== undefined),
    ),
    pairing: v.object({ seed: Key, peer: Key }),
  }),
)

/**
 * Keeps what the wallet showed and the pairing with it: to be asked again it would prompt. The pairing's secret lies in the browser's storage as Beacon's own library keeps its, until
 * the visitor disconnects; it is of this wallet and this page alone, and grants nothing: whatever is signed is asked for in the wallet.
 */
export const remember = ({
  storage,
  id,
  shown,
  pairing,
}: Place & { readonly shown: Shown; readonly pairing: Pairing }): void =>
  storage.setItem(id, JSON.stringify({ ...shown, pairing }))

/** @returns null where nothing is kept, or what is no account */
export function remembered({ storage, id }: Place): { readonly shown: Shown; readonly pairing: Pairing } | null {
  const { success, output } = v.safeParse(Remembered, storage.getItem(id))
  if (!success) return null
  const { publicKey, pairing } = output
  return { shown: { networkId: parseNetworkId(output.networkId).networkId, publicKey }, pairing }
}

export const forget = ({ storage, id }: Place): void => storage.removeItem(id)
