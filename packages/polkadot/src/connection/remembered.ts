import type { Account, KeyValueStorage, NetworkId, NonEmpty } from '@foyer/core'
import { parseNetworkId } from '@foyer/core/chain'
import * as v from 'valibot'
import { readAddress, writeAddress } from '../addresses/ss58.js'
import { type Chains, chainIn } from '../chain/chains.js'
import { UnknownPolkadotChainError } from '../errors.js'
import type { PolkadotAccount } from '../family.js'

/** What a wallet showed, and on which network. */
export interface Shown {
  readonly networkId: NetworkId
  /** Those that may be used there, with its prefix. */
  readonly accounts: NonEmpty<PolkadotAccount>
}

interface Place {
  readonly storage: KeyValueStorage
  /** The connector's. */
  readonly id: string
}

/** An account as a wallet lists it. */
export interface ListedAccount extends PolkadotAccount {
  /** The one chain that it is for; any where nothing is said. */
  readonly genesisHash?: string | undefined
}

/** Accounts as a network has them: wallets show keys under any chain's prefix. @returns undefined for none @throws UnknownPolkadotChainError */
export function shownOn({
  chains,
  networkId,
  listed,
}: {
  readonly chains: Chains
  readonly networkId: NetworkId
  readonly listed: readonly ListedAccount[]
}): Shown | undefined {
  const chain = chainIn(chains, networkId)
  if (!chain) throw new UnknownPolkadotChainError({ networkId })
  const genesis = `0x${networkId.slice('polkadot:'.length)}`
  const accounts = listed.flatMap(({ address, kind, genesisHash }) => {
    const read = readAddress(address)
    if (!read || !(genesisHash ?? genesis).startsWith(genesis)) return []
    return [{ address: writeAddress({ prefix: chain.prefix, id: read.id }), kind }]
  })
  const [first, ...others] = new Map(accounts.map((each) => [each.address, each])).values()
  return first && { networkId, accounts: [first, ...others] }
}

export function accountsOf({ accounts: [first, ...others] }: Shown): NonEmpty<Account> {
  const account = ({ address }: PolkadotAccount): Account => ({ namespace: 'polkadot', address, type: 'eoa' })
  return [account(first), ...others.map(account)]
}

const Remembered = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    networkId: v.pipe(v.string(), v.regex(/^polkadot:[\da-f]{32}$/)),
    accounts: v.array(v.object({ address: v.string(), kind: v.optional(v.picklist(['sr25519', 'ed25519', 'ecdsa'])) })),
  }),
)

/** Keeps what a wallet showed. It grants nothing: whatever is signed is asked for in the wallet. */
export const remember = ({ storage, id, shown }: Place & { readonly shown: Shown }): void =>
  storage.setItem(id, JSON.stringify(shown))

/** @returns null where nothing is kept, or what is no account of its network */
export function remembered({ storage, id, chains }: Place & { readonly chains: Chains }): Shown | null {
  const { success, output } = v.safeParse(Remembered, storage.getItem(id))
  if (!success || !chainIn(chains, output.networkId)) return null
  const { networkId } = parseNetworkId(output.networkId)
  return shownOn({ chains, networkId, listed: output.accounts }) ?? null
}

export const forget = ({ storage, id }: Place): void => storage.removeItem(id)
