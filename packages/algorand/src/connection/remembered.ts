import type { Account, KeyValueStorage, NetworkId, NonEmpty } from '@foyer/core'
import { parseNetworkId } from '@foyer/core/chain'
import * as v from 'valibot'
import { readAddress } from '../addresses/address.js'

/** What a wallet showed, and on which network. */
export interface Shown {
  readonly networkId: NetworkId
  readonly accounts: NonEmpty<Account>
}

interface Place {
  readonly storage: KeyValueStorage
  /** The connector's. */
  readonly id: string
}

/** The wallet's accounts as a connection has them, each once. @returns undefined for none */
export function accountsOf(listed: readonly string[]): NonEmpty<Account> | undefined {
  const account = (address: string): Account => ({ namespace: 'algorand', address, type: 'eoa' })
  const [first, ...others] = [...new Set(listed)].map(account)
  return first && [first, ...others]
}

const Remembered = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    networkId: v.pipe(v.string(), v.regex(/^algorand:[-_a-zA-Z0-9]{32}$/)),
    addresses: v.array(v.string()),
  }),
)

/** Keeps what a wallet showed: to be asked again it may prompt. It grants nothing: whatever is signed is asked for in the wallet. */
export const remember = ({ storage, id, shown }: Place & { readonly shown: Shown }): void =>
  storage.setItem(
    id,
    JSON.stringify({ networkId: shown.networkId, addresses: shown.accounts.map(({ address }) => address) }),
  )

/** @returns null where nothing is kept, or what is no account */
export function remembered({ storage, id }: Place): Shown | null {
  const { success, output } = v.safeParse(Remembered, storage.getItem(id))
  if (!success) return null
  const { networkId } = parseNetworkId(output.networkId)
  const accounts = accountsOf(output.addresses.filter((address) => readAddress(address) !== undefined))
  return accounts ? { networkId, accounts } : null
}

export const forget = ({ storage, id }: Place): void => storage.removeItem(id)
