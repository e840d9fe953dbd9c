import type { KeyValueStorage, NetworkId } from '@foyer/core'
import { parseNetworkId } from '@foyer/core/chain'
import { hex } from '@scure/base'
import * as v from 'valibot'
import { isAddressOfKey, readAddress } from '../addresses/address.js'
import type { ShownAccount } from './keplr.js'

/** What a wallet showed, and on which chain. */
export interface Shown extends ShownAccount {
  readonly networkId: NetworkId
}

interface Place {
  readonly storage: KeyValueStorage
  /** The connector's. */
  readonly id: string
}

const Remembered = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    networkId: v.pipe(v.string(), v.regex(/^cosmos:[-_a-zA-Z0-9]{1,32}$/)),
    address: v.string(),
    publicKey: v.optional(v.pipe(v.string(), v.regex(/^([0-9a-f]{2}){33}$/))),
    isDevice: v.boolean(),
  }),
)

/** Keeps what a wallet showed: to be asked again it would prompt where it is locked. It grants nothing: whatever is signed is asked for in the wallet. */
export function remember({
  storage,
  id,
  shown: { networkId, account, isDevice },
}: Place & { readonly shown: Shown }): void {
  const { address, publicKey } = account
  storage.setItem(id, JSON.stringify({ networkId, address, publicKey, isDevice }))
}

/** @returns null where nothing is kept, or what isn't an account with its key */
export function remembered({ storage, id }: Place): Shown | null {
  const { success, output } = v.safeParse(Remembered, storage.getItem(id))
  const read = success ? readAddress(output.address) : undefined
  if (!success || !read) return null
  const { publicKey, isDevice } = output
  if (publicKey !== undefined && !isAddressOfKey(read, hex.decode(publicKey))) return null
  const { networkId } = parseNetworkId(output.networkId)
  return { networkId, isDevice, account: { namespace: 'cosmos', address: read.address, type: 'eoa', publicKey } }
}

export const forget = ({ storage, id }: Place): void => storage.removeItem(id)
