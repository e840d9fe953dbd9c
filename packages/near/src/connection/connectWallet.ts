import type { Account, NetworkId, NonEmpty } from '@foyer/core'
import { onWindow } from '@foyer/core/connector'
import { WalletAnswerError } from '@foyer/core/errors'
import { networkIdOf, type WalletOpening, walletConnections } from '@foyer/core/family'
import * as v from 'valibot'
import { readAddress } from '../addresses/address.js'
import type { FoundWallet } from '../discovery/discoverWallets.js'
import type { NearAccount } from '../family.js'
import { createWalletObject } from './walletObject.js'

/** The accounts that a wallet showed, and on which network. */
interface Shown {
  readonly networkId: NetworkId
  /** The selected one first. */
  readonly accounts: NonEmpty<Account>
}

/** The wallet's accounts as a connection has them: with their known keys, where it says none. @returns undefined for no account */
function accountsOf(listed: readonly NearAccount[], known: readonly Account[] = []): NonEmpty<Account> | undefined {
  const account = ({ accountId, publicKey }: NearAccount): Account => {
    const before = known.find(({ address }) => address === accountId)
    return { namespace: 'near', address: accountId, type: 'eoa', publicKey: publicKey ?? before?.publicKey }
  }
  const [first, ...others] = [...new Map(listed.map((each) => [each.accountId, account(each)])).values()]
  return first && [first, ...others]
}

const Kept = v.pipe(
  v.object({
    networkId: networkIdOf('near'),
    accounts: v.array(v.object({ accountId: v.string(), publicKey: v.optional(v.string()) })),
  }),
  v.transform(({ networkId, accounts: kept }): Shown | undefined => {
    const accounts = accountsOf(kept.filter(({ accountId }) => readAddress(accountId, networkId) !== undefined))
    return accounts && { networkId, accounts }
  }),
)

/** Asks a wallet for its accounts on a network; the visitor decides. No event of its own says that they are others: it is asked when the visitor comes back. */
export const { connectWallet, restoreWallet } = walletConnections({
  family: 'near',
  kept: Kept,
  plain: ({ networkId, accounts }: Shown) => ({
    networkId,
    accounts: accounts.map(({ address, publicKey }) => ({ accountId: address, publicKey })),
  }),
  accountsIn: ({ accounts }) => accounts,
  open: (of: WalletOpening<Pick<FoundWallet, 'id' | 'source' | 'kind'>, Shown>) => createWalletObject(of),
  async enter({ wallet, network: { caipNetworkId: networkId }, signal }) {
    const accounts = accountsOf(await wallet.signIn({ networkId, signal }))
    if (!accounts) throw new WalletAnswerError({ method: 'signIn', expected: 'an account' })
    return { networkId, accounts }
  },
  async look({ wallet, now: { networkId, accounts: known }, signal }) {
    const accounts = accountsOf(await wallet.accounts({ networkId, signal }), known)
    return accounts && { networkId, accounts }
  },
  // One that is locked, or can't say: what is signed is asked for anew anyway.
  staysUnread: true,
  isThere: ({ source }) => source() !== undefined,
  follow: ({ changed }) => onWindow('focus', () => changed()),
  providers: ({ wallet, now, checked }) => ({
    near: {
      getAccounts: ({ signal } = {}) => wallet.accounts({ networkId: now().networkId, signal }),
      async signMessage(request) {
        const { networkId } = await checked(request.accountId, request.signal)
        return wallet.signMessage({ ...request, networkId })
      },
      async sendTransfer(request) {
        const { networkId } = await checked(request.accountId, request.signal)
        return wallet.send({ ...request, networkId })
      },
    },
  }),
  leave: ({ wallet, now, timeoutMs }) => wallet.signOut({ networkId: now().networkId, timeoutMs }),
})
