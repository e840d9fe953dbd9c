import type { Account, NetworkId, NonEmpty } from '@foyer/core'
import { AccountNotConnectedError, WalletAnswerError } from '@foyer/core/errors'
import { networkIdOf, type WalletOpening, walletConnections } from '@foyer/core/family'
import * as v from 'valibot'
import { readAddress } from '../addresses/address.js'
import type { FoundWallet } from '../discovery/discoverWallets.js'
import { createWalletObject } from './walletObject.js'

/** The accounts that a wallet showed, and on which network. */
interface Shown {
  readonly networkId: NetworkId
  readonly accounts: NonEmpty<Account>
}

/** The wallet's accounts as a connection has them, each once. @returns undefined for none */
function accountsOf(listed: readonly string[]): NonEmpty<Account> | undefined {
  const account = (address: string): Account => ({ namespace: 'algorand', address, type: 'eoa' })
  const [first, ...others] = [...new Set(listed)].map(account)
  return first && [first, ...others]
}

const Kept = v.pipe(
  v.object({ networkId: networkIdOf('algorand'), addresses: v.array(v.string()) }),
  v.transform(({ networkId, addresses }): Shown | undefined => {
    const accounts = accountsOf(addresses.filter((address) => readAddress(address) !== undefined))
    return accounts && { networkId, accounts }
  }),
)

/**
 * Asks a wallet for its accounts on a network; the visitor decides. Nothing of these wallets says between requests that they have changed, and to ask them may prompt:
 * what an account is used for says whether it still may be.
 *
 * Connecting throws ChainNotSupportedError beside what it throws in all families.
 */
export const { connectWallet, restoreWallet } = walletConnections({
  family: 'algorand',
  kept: Kept,
  plain: ({ networkId, accounts }: Shown) => ({ networkId, addresses: accounts.map(({ address }) => address) }),
  accountsIn: ({ accounts }) => accounts,
  open: (of: WalletOpening<Pick<FoundWallet, 'id' | 'providerId' | 'networks'>, Shown>) => createWalletObject(of),
  async enter({ wallet, network: { caipNetworkId: networkId }, signal }) {
    const accounts = accountsOf(await wallet.enable({ networkId, signal }))
    if (!accounts) throw new WalletAnswerError({ method: 'enable', expected: 'an account' })
    return { networkId, accounts }
  },
  providers({ wallet: { signMessage, signTransaction }, now, hide }) {
    /** The wallet no longer lets this page use the account: the connection ends with it. */
    const used = async <T>(work: Promise<T>): Promise<T> => {
      try {
        return await work
      } catch (error) {
        if (error instanceof AccountNotConnectedError) hide()
        throw error
      }
    }
    return {
      algorand: {
        getAccounts: async () => now().accounts.map(({ address }) => address),
        signMessage: signMessage && ((request) => used(signMessage({ ...request, networkId: now().networkId }))),
        signTransaction: (request) => used(signTransaction({ ...request, networkId: now().networkId })),
      },
    }
  },
  leave: ({ wallet, now, timeoutMs }) => wallet.disable({ networkId: now().networkId, timeoutMs }),
})
