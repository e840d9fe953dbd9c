import type { KeyValueStorage, NetworkId } from '@foyer/core'
import { parseNetworkId } from '@foyer/core/chain'
import * as v from 'valibot'
import { parseAddress } from '../addresses/address.js'

/** What a wallet showed, and on which network. */
export interface Shown {
  readonly networkId: NetworkId
  readonly address: string
}

interface Place {
  readonly storage: KeyValueStorage
  /** The connector's. */
  readonly id: string
}

const Remembered = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ networkId: v.pipe(v.string(), v.regex(/^cip34:[01]-\d{1,10}$/)), address: v.string() }),
)

/** Keeps what a wallet showed: asked again it may prompt. It grants nothing: whatever is signed is asked for in the wallet. */
export const remember = ({ storage, id, shown }: Place & { readonly shown: Shown }): void =>
  storage.setItem(id, JSON.stringify(shown))

/** @returns null where nothing is kept, or what is no address of its network */
export function remembered({ storage, id }: Place): Shown | null {
  const { success, output } = v.safeParse(Remembered, storage.getItem(id))
  if (!success) return null
  const { networkId } = parseNetworkId(output.networkId)
  const address = parseAddress(output.address, networkId)
  return address === undefined ? null : { networkId, address }
}

export const forget = ({ storage, id }: Place): void => storage.removeItem(id)
