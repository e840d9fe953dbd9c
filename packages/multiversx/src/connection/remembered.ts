import type { Account, KeyValueStorage, NetworkId } from '@foyer/core'
import { parseNetworkId } from '@foyer/core/chain'
import * as v from 'valibot'
import { readAddress } from '../addresses/address.js'

/** What the wallet showed, and on which network. */
export interface Shown {
  readonly networkId: NetworkId
  /** In lower case. */
  readonly address: string
}

interface Place {
  readonly storage: KeyValueStorage
  /** The connector's. */
  readonly id: string
}

export const accountOf = ({ address }: Shown): Account => ({ namespace: 'mvx', address, type: 'eoa' })

const Remembered = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    networkId: v.pipe(v.string(), v.regex(/^mvx:[-_a-zA-Z0-9]{1,32}$/)),
    address: v.pipe(
      v.string(),
      v.check((text) => readAddress(text) !== undefined),
    ),
  }),
)

/** Keeps what the wallet showed: it can't be asked again without a prompt. It grants nothing: whatever is signed is asked for in the wallet. */
export const remember = ({ storage, id, shown }: Place & { readonly shown: Shown }): void =>
  storage.setItem(id, JSON.stringify(shown))

/** @returns null where nothing is kept, or what is no account */
export function remembered({ storage, id }: Place): Shown | null {
  const { success, output } = v.safeParse(Remembered, storage.getItem(id))
  if (!success) return null
  return { address: output.address, networkId: parseNetworkId(output.networkId).networkId }
}

export const forget = ({ storage, id }: Place): void => storage.removeItem(id)
