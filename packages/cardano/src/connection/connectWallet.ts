import type { Account, ConnectorHost, NetworkId } from '@foyer/core'
import { ChainNotSupportedError, WalletAnswerError } from '@foyer/core/errors'
import { type LiveWallet, networkIdOf, type WalletOpening, walletConnections } from '@foyer/core/family'
import * as v from 'valibot'
import { isOnNetwork, parseAddress, writeAddress } from '../addresses/address.js'
import type { FoundWallet } from '../discovery/discoverWallets.js'
import type { CardanoProvider } from '../family.js'
import { createWalletObject, type Listed, type WalletObject } from './walletObject.js'

type Found = Pick<FoundWallet, 'id' | 'source'>

/** The address that a wallet showed, and on which network. */
interface Shown {
  readonly networkId: NetworkId
  readonly address: string
}

const Kept = v.pipe(
  v.object({ networkId: networkIdOf('cip34'), address: v.string() }),
  v.transform(({ networkId, address: kept }): Shown | undefined => {
    const address = parseAddress(kept, networkId)
    return address === undefined ? undefined : { networkId, address }
  }),
)

const accountOf = ({ address }: Shown): Account => ({ namespace: 'cip34', address, type: 'eoa' })

interface Showing {
  readonly listed: Listed
  readonly networkId: NetworkId
  readonly address?: string | undefined
  readonly host: ConnectorHost
}

/** Is a wallet on a network, as far as it says where it is? */
const isAt = ({ network, magic }: Pick<Listed, 'network' | 'magic'>, networkId: NetworkId): boolean =>
  magic === undefined ? isOnNetwork({ network }, networkId) : networkId === `cip34:${network}-${magic}`

/**
 * Returns what is shown of a wallet: the address that was shown before, as long as it is the wallet's, and the network
 * that was wanted, as far as the wallet's is known from it.
 * @returns undefined where it has no address for the page
 * @throws ChainNotSupportedError
 */
function shownOf({ listed, networkId: wanted, address: before, host }: Showing) {
  const configured = host.networks().flatMap((each) => (each.chainNamespace === 'cip34' ? [each.caipNetworkId] : []))
  const networkId = [wanted, ...configured].find((each) => isAt(listed, each))
  if (networkId === undefined) throw new ChainNotSupportedError({ networkId: wanted })
  const written = listed.addresses.map(({ bytes }) => writeAddress(bytes))
  const address = written.find((each) => each === before) ?? written[0]
  return address === undefined ? undefined : { networkId, address }
}

/**
 * Asks a wallet for its account; the visitor decides. It is on a network by itself, of which it says whether that is the main one, and some which one it is (CIP-142);
 * it goes to another by its visitor's hand alone.
 *
 * Connecting throws ChainNotSupportedError beside what it throws in all families, where it is on a network that the kit doesn't have.
 */
export const { connectWallet, restoreWallet } = walletConnections({
  family: 'cip34',
  kept: Kept,
  accountsIn: (shown: Shown) => [accountOf(shown)],
  open: (of: WalletOpening<Found, Shown>) => createWalletObject(of),
  async enter({ wallet, network: { caipNetworkId: networkId }, host, signal }) {
    await wallet.enter({ signal })
    const shown = shownOf({ listed: await wallet.list({ signal }), networkId, host })
    if (shown) return shown
    throw new WalletAnswerError({ method: 'getUsedAddresses', expected: 'an address that a key spends from' })
  },
  async goTo({ wallet, network: { caipNetworkId: networkId }, now, host, signal }) {
    const listed = await wallet.list({ signal })
    if (!isAt(listed, networkId)) throw new ChainNotSupportedError({ networkId })
    return shownOf({ ...now(), listed, networkId, host }) ?? now()
  },
  /** Of one that lets the page in without a word. */
  async look({ wallet, now, host, signal }) {
    if (!(await wallet.isOpen({ signal }))) return undefined
    return shownOf({ ...now, listed: await wallet.list({ signal }), host })
  },
  isThere: ({ source }) => source() !== undefined,
  follow: ({ wallet, changed }) => wallet.follow(() => changed()),
  providers: (live) => ({ cip34: providerOf(live) }),
})

function providerOf({ wallet, now, checked }: LiveWallet<Found, WalletObject, Shown>): CardanoProvider {
  /** The account may be gone since: a wallet that says nothing by itself is asked. @throws AccountNotConnectedError */
  const own = async (address: string, signal: AbortSignal | undefined): Promise<void> => {
    const listed = await wallet.list({ signal })
    const isThere = listed.addresses.some(({ bytes }) => writeAddress(bytes) === address)
    if (!isThere || !isAt(listed, now().networkId)) await checked(address, signal)
  }
  return {
    getAccounts: async () => [now().address],
    async signData(request) {
      await own(request.address, request.signal)
      return wallet.signData(request)
    },
    async signTransaction(request) {
      await own(request.address, request.signal)
      return wallet.signTransaction(request)
    },
    async getUtxos(request) {
      await own(request.address, request.signal)
      return wallet.getUtxos(request)
    },
  }
}
