import type { Account, ConnectorHost, Network, NetworkId } from '@foyer/core'
import { onWindow } from '@foyer/core/connector'
import { NetworkNotConfiguredError, WalletAnswerError } from '@foyer/core/errors'
import { networkIdOf, type WalletOpening, walletConnections } from '@foyer/core/family'
import { hex } from '@scure/base'
import * as v from 'valibot'
import { kindOf } from '../addresses/address.js'
import { readKey, writtenKey } from '../addresses/keys.js'
import { createBeacon, type GrantedAccount } from '../beacon/beacon.js'
import { type Pairing, pair } from '../beacon/pair.js'
import type { FoundWallet } from '../discovery/discoverWallets.js'
import { isThere } from '../discovery/page.js'
import { TezosAccountKindError } from '../errors.js'
import { michelineString } from '../wire/micheline.js'

type Found = Pick<FoundWallet, 'id' | 'extensionId'>

/** The account that a wallet showed, and on which network. */
interface Shown {
  readonly networkId: NetworkId
  /** The account's; its address is the hash of it. */
  readonly publicKey: string
  readonly pairing: Pairing
}

const Key = v.pipe(v.string(), v.regex(/^[\da-f]{64}$/))
/**
 * The pairing is kept with the account. Its secret lies in the browser's storage as Beacon's own library keeps its, until the visitor disconnects; it is of this
 * wallet and this page alone, and grants nothing.
 */
const Kept = v.object({
  networkId: networkIdOf('tezos'),
  publicKey: v.pipe(
    v.string(),
    v.check((said) => readKey(said) !== undefined),
  ),
  pairing: v.object({ seed: Key, peer: Key }),
})

const accountOf = ({ publicKey }: Shown): Account => ({
  ...{ namespace: 'tezos', address: readKey(publicKey)?.address ?? '', type: 'eoa', publicKey },
})

/**
 * Pairs with an extension and asks it for its account on a network; the visitor decides. It says that its account is another, and that it has cut this page off; that
 * it is gone is seen when the visitor comes back to the page.
 *
 * Connecting throws TezosAccountKindError · ChainNotSupportedError beside what it throws in all families.
 */
export const { connectWallet, restoreWallet } = walletConnections({
  family: 'tezos',
  kept: Kept,
  accountsIn: (shown: Shown) => [accountOf(shown)],
  open,
  enter: async ({ wallet: { beacon, pairing }, network, signal }) => ({
    ...{ networkId: network.caipNetworkId, pairing },
    publicKey: keyIn(await beacon.permission({ network, signal })),
  }),
  follow({ found: { extensionId }, host, wallet: { beacon }, now, changed, gone }) {
    const stopping = new AbortController()
    const { signal } = stopping
    const look = async () => {
      if ((await isThere({ extensionId, clock: host.clock, signal })) === false) gone()
    }
    const stops = [
      onWindow('focus', () => void look()),
      beacon.listen((said) => (said === 'left' ? gone() : changed(() => shownBy({ ...said, host, now: now() })))),
      () => stopping.abort(),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  },
  providers: ({ wallet: { beacon }, host, now, own }) => ({
    tezos: {
      async getAccounts() {
        const { address, publicKey } = accountOf(now())
        return [{ address, publicKey }]
      },
      async signMessage({ address, message, signal }) {
        own(address)
        return beacon.sign({ address, payload: hex.encode(michelineString(message)), signal })
      },
      async sendTransfer(request) {
        own(request.address)
        return beacon.send({ ...request, network: networkIn(host, now()) })
      },
    },
  }),
  leave: async ({ wallet }) => wallet.beacon.leave(),
})

/** @throws WalletAnswerError for a peer whose key is none */
async function open({
  found: { extensionId },
  host: { clock, metadata },
  before,
  signal,
}: WalletOpening<Found, Shown>) {
  const { name } = metadata
  const pairing = before?.pairing ?? (await pair({ extensionId, name, clock, signal }))
  try {
    return { pairing, beacon: createBeacon({ extensionId, clock, pairing, name }) }
  } catch (cause) {
    throw new WalletAnswerError({ method: 'pair', expected: 'its key', cause })
  }
}

/** @throws TezosAccountKindError for an account of BLS, or a contract · WalletAnswerError without a key, and for a key that isn't the account's */
function keyIn({ publicKey = '', address }: GrantedAccount): string {
  const kind = address === undefined ? undefined : kindOf(address)
  const isBls = publicKey.startsWith('BLpk')
  if (kind === 'KT1' || kind === 'tz4' || isBls) throw new TezosAccountKindError({ kind: isBls ? 'tz4' : `${kind}` })
  const written = writtenKey(publicKey)
  const key = readKey(written)
  if (!key || (address !== undefined && key.address !== address))
    throw new WalletAnswerError({ method: 'permission_request', expected: 'an account and its key' })
  return written
}

interface Changed {
  readonly account: GrantedAccount
  readonly host: ConnectorHost
  readonly now: Shown
}

/** @returns undefined for an account that the kit doesn't take, which is none */
function shownBy({ account, host, now }: Changed): Shown | undefined {
  try {
    return { ...now, publicKey: keyIn(account) }
  } catch (error) {
    host.report(error)
    return undefined
  }
}

/** @throws NetworkNotConfiguredError */
function networkIn(host: ConnectorHost, { networkId }: Shown): Network {
  const network = host.networks().find(({ caipNetworkId }) => caipNetworkId === networkId)
  if (!network) throw new NetworkNotConfiguredError({ networkId, configured: [] })
  return network
}
