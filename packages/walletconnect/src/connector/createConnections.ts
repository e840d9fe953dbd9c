import type { Connector, ConnectorHost, ConnectRequest, LiveConnection } from '@foyer/core'
import type { DappConnectParameters, SessionEvent } from '../dapp/client.js'
import type { DappSession } from '../engine/engine.js'
import { requestedNamespaces } from '../protocol/namespaces.js'
import { pairingLifetime } from '../protocol/pairing.js'
import { termsOf } from './chains.js'
import { idsOf, type Kit, openKit, signsInWhileConnecting } from './openKit.js'
import type { WalletConnectOptions } from './options.js'
import { browserPlatform, type Platform, watchPage } from './platform.js'
import { publicRelay } from './publicRelay.js'
import { awaitedKey, restore } from './restoring.js'

/** The connector's two calls, over one client a kit. */
export function createConnections(
  options: WalletConnectOptions,
  platform: Platform = browserPlatform(),
): Pick<Connector, 'connect' | 'restore'> {
  const { relayUrl = publicRelay } = options
  const kits = new WeakMap<ConnectorHost, Kit>()
  const kitOf = (host: ConnectorHost): Kit => {
    const opened = kits.get(host)
    if (opened) return opened
    const kit = openKit({ host, relayUrl, platform, options })
    host.onStop(() => kits.delete(host))
    kits.set(host, kit)
    return kit
  }
  return {
    connect: async (request) => connect({ ...request, kit: kitOf(request.host), options }),
    restore: async (request) => restore({ ...request, ...kitOf(request.host) }),
  }
}

async function connect({
  host,
  network,
  wished,
  signal,
  step,
  picked,
  signIn,
  kit,
  options: { override, sessionProperties, scopedProperties },
}: ConnectRequest & { readonly kit: Kit; readonly options: WalletConnectOptions }): Promise<LiveConnection> {
  const { metadata, storage, report } = host
  const { dapp, sessions } = kit
  const terms = (key: string) => termsOf(key, host)
  let endsAt: number | undefined
  let agreed: DappSession | undefined
  const early: SessionEvent[] = []
  const stopListening = dapp.listen((event) => early.push(event))
  // The browser may drop the page while a wallet is in front of it.
  const stopWatching = watchPage((isHidden) => {
    if (isHidden && endsAt) storage.setItem(awaitedKey, `${endsAt} ${picked()?.href ?? ''}`)
  })
  // A relay that was silent for the attempt before is looked for anew.
  dapp.wake()
  try {
    const requested = requestedNamespaces({ networks: idsOf(host), termsOf: terms, override })
    const { session, signedIn } = await propose({
      ...{ kit, host, network, signIn, metadata, requested, sessionProperties, scopedProperties, signal },
      offer(pairing) {
        endsAt = pairing.madeAt + pairingLifetime * 1_000
        step({ type: 'pairing', offer: pairing })
      },
    })
    agreed = session
    signal.throwIfAborted()
    return Object.assign(sessions.take({ session, network, wished, opened: picked() ?? {}, early }), { signedIn })
  } catch (error) {
    // A session that leads to nothing is ended at its wallet.
    if (agreed) dapp.disconnect(agreed).catch(report)
    throw error
  } finally {
    stopListening()
    stopWatching()
    storage.removeItem(awaitedKey)
  }
}

/** Proposes until a wallet has agreed: with a sign-in, where the kit asks for one and wallets can do both in one. */
async function propose({
  kit,
  host,
  network,
  signIn,
  ...connecting
}: DappConnectParameters & Pick<ConnectRequest, 'host' | 'network' | 'signIn'> & { readonly kit: Kit }): Promise<
  { readonly session: DappSession } & Pick<LiveConnection, 'signedIn'>
> {
  const networks = idsOf(host)
  const networkId = network?.caipNetworkId ?? networks[0]
  // The visitor signs in on the network that they are on: on another it would have to be asked again.
  if (!signIn || !networkId || !signsInWhileConnecting(networkId))
    return { session: await kit.dapp.connect(connecting) }
  const { connectSigningIn } = await kit.loadSigningIn()
  return connectSigningIn({ ...connecting, kit, host, signIn, networks, networkId })
}
