import type { Account, KeyValueStorage, NetworkId, NonEmpty } from '@foyer/core'
import { parseNetworkId } from '@foyer/core/chain'
import * as v from 'valibot'
import { readAddress } from '../addresses/address.js'
import type { NearAccount } from '../family.js'

/** What a wallet showed, and on which network. */
export interface Shown {
  readonly networkId: NetworkId
  /** The selected one first. */
  readonly accounts: NonEmpty<Account>
}

interface Place {
  readonly storage: KeyValueStorage
  /** The connector's. */
  readonly id: string
}

/** The wallet's accounts as a connection has them: with their known keys, where it says none. @returns undefined for no account */
export function accountsOf(
  listed: readonly NearAccount[],
  known: readonly Account[] = [],
): NonEmpty<Account> | undefined {
  const account = ({ accountId, publicKey }: NearAccount): Account => {
    const before = known.find(({ address }) => address === accountId)
    return { namespace: 'near', address: accountId, type: 'eoa', publicKey: publicKey ?? before?.publicKey }
  }
  const [first, ...others] = [...new Map(listed.map((each) => [each.accountId, account(each)])).values()]
  return first && [first, ...others]
}

const Remembered = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    networkId: v.pipe(v.string(), v.regex(/^near:[-_a-zA-Z0-9]{1,32}$/)),
    accounts: v.array(v.object({ accountId: v.string(), publicKey: v.optional(v.string()) })),
  }),
)

/** Keeps what a wallet showed: to be asked again it may prompt where it is locked. It grants nothing: whatever is signed is asked for in the wallet. */
export function remember({ storage, id, shown }: Place & { readonly shown: Shown }): void {
  const accounts = shown.accounts.map(({ address, publicKey }) => ({ accountId: address, publicKey }))
  storage.setItem(id, JSON.stringify({ networkId: shown.networkId, accounts }))
}

/** @returns null where nothing is kept, or what is no account of its network */
export function remembered({ storage, id }: Place): Shown | null {
  const { success, output } = v.safeParse(Remembered, storage.getItem(id))
  if (!success) return null
  const { networkId } = parseNetworkId(output.networkId)
  const accounts = accountsOf(
    output.accounts.filter(({ accountId }) => readAddress(accountId, networkId) !== undefined),
  )
  return accounts ? { networkId, accounts } : null
}

export const forget = ({ storage, id }: Place): void => storage.removeItem(id)
