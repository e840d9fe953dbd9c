import type { Abortable, NetworkId } from '@foyer/core'
import { onWindow, type WalletConnections } from '@foyer/core/connector'
import { networkIdOf, type WalletOpening, walletConnections } from '@foyer/core/family'
import { hex } from '@scure/base'
import * as v from 'valibot'
import { isAddressOfKey, readAddress } from '../addresses/address.js'
import { type Chains, chainIdOf, chainIn } from '../chain/chains.js'
import type { FoundWallet } from '../discovery/discoverWallets.js'
import { UnknownCosmosChainError } from '../errors.js'
import { accountOn, createKeplr, type Keplr, type Shown } from './keplr.js'
import { providerOf } from './providerOf.js'

type Found = Pick<FoundWallet, 'id' | 'source' | 'event'>

const Kept = v.object({
  networkId: networkIdOf('cosmos'),
  address: v.string(),
  publicKey: v.optional(v.pipe(v.string(), v.regex(/^([0-9a-f]{2}){33}$/))),
  isDevice: v.boolean(),
})

/** @returns undefined for what isn't an account with its key, and for a chain that the kit doesn't know */
function shownBy(chains: Chains, kept: v.InferOutput<typeof Kept>): Shown | undefined {
  const { networkId, publicKey, isDevice } = kept
  const read = readAddress(kept.address)
  if (!read || !chainIn(chains, networkId)) return undefined
  if (publicKey !== undefined && !isAddressOfKey(read, hex.decode(publicKey))) return undefined
  return { networkId, isDevice, account: { namespace: 'cosmos', address: read.address, type: 'eoa', publicKey } }
}

/** A schema of no answer: one is garbage of a wallet gone mad. */
const Nothing = v.custom<unknown>((answer) => typeof answer !== 'object' || answer === null)

/**
 * Asks wallets for their account on a chain; the visitor decides. One says that its account is another, and no more than that.
 *
 * Connecting throws UnknownCosmosChainError beside what it throws in all families.
 */
export function connectionsOn(chains: Chains): WalletConnections<Found> {
  const look = async ({ wallet, networkId, signal }: Abortable & { wallet: Keplr; networkId: NetworkId }) => {
    const chain = chainIn(chains, networkId)
    if (!chain) throw new UnknownCosmosChainError({ networkId })
    return accountOn({ keplr: wallet, networkId, chain, signal })
  }
  return walletConnections({
    family: 'cosmos',
    kept: v.pipe(
      Kept,
      v.transform((kept) => shownBy(chains, kept)),
    ),
    plain: ({ networkId, account: { address, publicKey }, isDevice }: Shown) => ({
      ...{ networkId, address, publicKey, isDevice },
    }),
    accountsIn: ({ account }) => [account],
    open: ({ found: { source }, host }: WalletOpening<Found, Shown>) => createKeplr(source, host),
    async enter({ wallet, network: { caipNetworkId: networkId }, signal }) {
      if (!chainIn(chains, networkId)) throw new UnknownCosmosChainError({ networkId })
      const args = [[chainIdOf(networkId)]]
      await wallet.ask({ method: 'enable', args, schema: Nothing, expected: 'nothing', signal })
      return look({ wallet, networkId, signal })
    },
    look: ({ wallet, now: { networkId }, signal }) => look({ wallet, networkId, signal }),
    isThere: ({ source }) => source() !== undefined,
    follow: ({ found, changed }) => onWindow(found.event, () => changed()),
    providers: (live) => ({
      cosmos: providerOf(live, (signal) => look({ wallet: live.wallet, networkId: live.now().networkId, signal })),
    }),
    leave: ({ wallet, now, timeoutMs }) =>
      wallet.ask({
        ...{ method: 'disable', args: [[chainIdOf(now().networkId)]], schema: v.unknown(), expected: 'nothing' },
        timeoutMs,
      }),
  })
}
