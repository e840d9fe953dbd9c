import type {
  Account,
  ConnectorHost,
  ConnectRequest,
  LiveConnection,
  Network,
  NonEmpty,
  RestoreRequest,
} from '@foyer/core'
import { createShownAccounts, networkAsked, onWindow } from '@foyer/core/connector'
import {
  AbortedError,
  AccountNotConnectedError,
  NetworkNotConfiguredError,
  WalletAnswerError,
} from '@foyer/core/errors'
import { hex } from '@scure/base'
import { kindOf } from '../addresses/address.js'
import { readKey, writtenKey } from '../addresses/keys.js'
import { type Beacon, createBeacon, type GrantedAccount } from '../beacon/beacon.js'
import { type Pairing, pair } from '../beacon/pair.js'
import type { FoundWallet } from '../discovery/discoverWallets.js'
import { isThere } from '../discovery/isThere.js'
import { TezosAccountKindError } from '../errors.js'
import type { TezosProvider } from '../family.js'
import { michelineString } from '../wire/micheline.js'
import { accountOf, forget, remember, remembered, type Shown } from './remembered.js'

interface Reached {
  readonly found: Pick<FoundWallet, 'id' | 'extensionId'>
}

/**
 * Pairs with an extension and asks it for its account on a network; the visitor decides.
 *
 * @throws ChainNotSupportedError · UserRejectedError · TezosAccountKindError · WalletAnswerError · RequestTimeoutError · AbortedError
 */
export async function connectWallet({
  found,
  request: { network: wanted, signal, host },
}: Reached & { readonly request: ConnectRequest }): Promise<LiveConnection> {
  const network = networkAsked({ family: 'tezos', network: wanted, host })
  if (signal.aborted) throw new AbortedError({ cause: signal.reason })
  const { clock, metadata } = host
  const { extensionId } = found
  const pairing = await pair({ extensionId, name: metadata.name, clock, signal })
  const beacon = openBeacon({ found, host, pairing })
  const first = await enter({ beacon, network, signal })
  remember({ storage: host.storage, id: found.id, shown: first, pairing })
  return liveConnection({ found, host, beacon, pairing, first })
}

/** Restores a connection by what the wallet showed: asked anew it would prompt. @returns null where there is none */
export async function restoreWallet({
  found,
  request: { host },
}: Reached & { readonly request: RestoreRequest }): Promise<LiveConnection | null> {
  const known = remembered({ storage: host.storage, id: found.id })
  if (!known) return null
  const { pairing, shown: first } = known
  return liveConnection({ found, host, beacon: openBeacon({ found, host, pairing }), pairing, first })
}

/** @throws WalletAnswerError for a peer whose key is none */
function openBeacon({
  found: { extensionId },
  host: { clock, metadata },
  pairing,
}: Reached & { readonly host: ConnectorHost; readonly pairing: Pairing }): Beacon {
  try {
    return createBeacon({ extensionId, clock, pairing, name: metadata.name })
  } catch (cause) {
    throw new WalletAnswerError({ method: 'pair', expected: 'its key', cause })
  }
}

async function enter(of: {
  readonly beacon: Beacon
  readonly network: Network
  readonly signal?: AbortSignal | undefined
}): Promise<Shown> {
  const publicKey = keyIn(await of.beacon.permission(of))
  return { networkId: of.network.caipNetworkId, publicKey }
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

/** Follows a wallet: it says that its account is another, and that it has cut this page off; that it is gone is seen when the visitor comes back to the page. */
function liveConnection({
  found,
  host,
  beacon,
  pairing,
  first,
}: Reached & {
  readonly host: ConnectorHost
  readonly beacon: Beacon
  readonly pairing: Pairing
  readonly first: Shown
}): LiveConnection {
  const place = { storage: host.storage, id: found.id }
  const { extensionId } = found
  const gone = () => {
    if (shown.isOver) return
    forget(place)
    shown.leave()
  }
  const shown = createShownAccounts({
    ...{ family: 'tezos', first },
    accountsIn: (each) => [accountOf(each)],
    keep: (next) => remember({ ...place, pairing, shown: next }),
    listenTo() {
      const stopping = new AbortController()
      const { signal } = stopping
      const look = async () => {
        if ((await isThere({ extensionId, clock: host.clock, signal })) === false) gone()
      }
      const stops = [
        onWindow('focus', () => void look()),
        beacon.listen((said) => (said === 'left' ? gone() : changed(said.account))),
        () => stopping.abort(),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
  })
  const changed = (account: GrantedAccount) => {
    try {
      shown.arrive({ ...shown.now, publicKey: keyIn(account) })
    } catch (error) {
      // An account that the kit doesn't take is none.
      host.report(error)
      if (!shown.isOver) shown.hide()
    }
  }
  return {
    get accounts(): NonEmpty<Account> {
      return [accountOf(shown.now)]
    },
    get networks() {
      return { tezos: shown.now.networkId }
    },
    providers: { tezos: providerOf({ beacon, host, now: () => shown.now }) },
    listen: shown.listen,
    async switchNetwork({ network, signal }) {
      if (network.caipNetworkId !== shown.now.networkId) shown.arrive(await enter({ beacon, network, signal }))
    },
    async disconnect() {
      shown.end()
      forget(place)
      beacon.leave()
    },
  }
}

/** What the page asks the wallet by: with the account that it shows, and no other. */
function providerOf({
  beacon,
  host,
  now,
}: {
  readonly beacon: Beacon
  readonly host: ConnectorHost
  readonly now: () => Shown
}): TezosProvider {
  /** @throws AccountNotConnectedError for an account that isn't the connection's */
  const own = (address: string): void => {
    if (address !== accountOf(now()).address) throw new AccountNotConnectedError({ family: 'tezos' })
  }
  return {
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
      const { networkId } = now()
      const network = host.networks().find(({ caipNetworkId }) => caipNetworkId === networkId)
      if (!network) throw new NetworkNotConfiguredError({ networkId, configured: [] })
      return beacon.send({ ...request, network })
    },
  }
}
