import type { Account, NetworkId, NonEmpty } from '@foyer/core'
import type { WalletConnections } from '@foyer/core/connector'
import { AccountNotConnectedError, WalletAnswerError } from '@foyer/core/errors'
import { networkIdOf, type WalletOpening, walletConnections } from '@foyer/core/family'
import * as v from 'valibot'
import { readAddress, writeAddress } from '../addresses/ss58.js'
import { type Chains, chainIn } from '../chain/chains.js'
import type { FoundWallet } from '../discovery/discoverWallets.js'
import { UnknownPolkadotChainError } from '../errors.js'
import type { PolkadotAccount } from '../family.js'
import { createWalletObject, type ListedAccount } from './walletObject.js'

type Found = Pick<FoundWallet, 'id' | 'source'>

/** The accounts that a wallet showed, and on which network. */
interface Shown {
  readonly networkId: NetworkId
  /** Those that may be used there, with its prefix. */
  readonly accounts: NonEmpty<PolkadotAccount>
}

function accountsIn({ accounts: [first, ...others] }: Shown): NonEmpty<Account> {
  const account = ({ address }: PolkadotAccount): Account => ({ namespace: 'polkadot', address, type: 'eoa' })
  return [account(first), ...others.map(account)]
}

const Kept = v.object({
  networkId: networkIdOf('polkadot'),
  accounts: v.array(v.object({ address: v.string(), kind: v.optional(v.picklist(['sr25519', 'ed25519', 'ecdsa'])) })),
})

/**
 * Asks wallets for their accounts; the visitor decides. None is asked for a network: that is named in what it signs.
 *
 * Connecting throws UnknownPolkadotChainError beside what it throws in all families.
 */
export function connectionsOn(chains: Chains): WalletConnections<Found> {
  /** Accounts as a network has them: wallets show keys under any chain's prefix. @returns undefined for none @throws UnknownPolkadotChainError */
  const shownOn = (networkId: NetworkId, listed: readonly ListedAccount[]): Shown | undefined => {
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
  return walletConnections({
    family: 'polkadot',
    kept: v.pipe(
      Kept,
      v.transform(({ networkId, accounts }) => (chainIn(chains, networkId) ? shownOn(networkId, accounts) : undefined)),
    ),
    accountsIn,
    open: (of: WalletOpening<Found, Shown>) => createWalletObject(of),
    async enter({ wallet, network: { caipNetworkId: networkId }, signal }) {
      shownOn(networkId, []) // before it is asked: an unknown chain can't be shown
      const shown = shownOn(networkId, await wallet.accounts({ signal }))
      if (!shown) throw new WalletAnswerError({ method: 'accounts.get', expected: 'an account of the network' })
      return shown
    },
    async goTo({ wallet, network: { caipNetworkId: networkId }, signal }) {
      const shown = shownOn(networkId, await wallet.accounts({ signal }))
      if (!shown) throw new AccountNotConnectedError({ family: 'polkadot' })
      return shown
    },
    look: async ({ wallet, now, signal }) => shownOn(now.networkId, await wallet.accounts({ signal })),
    isThere: ({ source }) => source() !== undefined,
    follow: ({ wallet, now, changed }) => wallet.follow((listed) => changed(() => shownOn(now().networkId, listed))),
    providers: ({ wallet, now, checked }) => ({
      polkadot: {
        getAccounts: async () => now().accounts,
        async signMessage(request) {
          await checked(request.address, request.signal)
          return wallet.signRaw(request)
        },
        async signPayload(request) {
          await checked(request.payload.address, request.signal)
          return wallet.signPayload(request)
        },
      },
    }),
  })
}
