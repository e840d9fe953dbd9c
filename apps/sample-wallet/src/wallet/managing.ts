import { accountsOf, chainOf, familyOf, mayEmit } from '@foyer/walletconnect/protocol'
import type { FamilyHost } from '../families/family.js'
import { addressOf, type WalletContext } from './context.js'
import { regrant } from './grant.js'
import type { ConnectedApp } from './state.js'

/** Manages sessions from the wallet's side. */
export interface Managing {
  /** Makes a network the session's own, granting it where it wasn't, and emits the change to the application. */
  switchNetwork(to: { readonly topic: string; readonly chainId: string }): Promise<void>
  /** Makes an account the session's own, granting it where it wasn't, and emits the change to the application. */
  switchAccount(to: { readonly topic: string; readonly address: string }): Promise<void>
  extend(topic: string): Promise<void>
  ping(topic: string): Promise<void>
  disconnect(topic: string): Promise<void>
  /** The wallet's interface for a family that answers a session's request. */
  hostFor(topic: string): FamilyHost
}

/** The account in use is named with its network (CAIP-10). */
async function emitAccount({ client }: WalletContext, { session, chainId, address }: ConnectedApp): Promise<void> {
  const { topic, namespaces } = session
  if (!mayEmit({ namespaces, chainId, event: 'accountsChanged' })) return
  await client.emit({ topic, chainId, name: 'accountsChanged', data: [`${chainId}:${address}`] })
}

/** The accounts of one family in a session, as they are granted. */
const familyAccounts = ({ session: { namespaces } }: ConnectedApp, family: string): string[] =>
  accountsOf({ namespaces }).filter((account) => familyOf(account) === family)

type NetworkSwitch = Parameters<Managing['switchNetwork']>[0]

/** Switches of a session run one after the other: a choice that is made while another is being sent isn't lost. */
function createTurns({ attempt }: WalletContext): (topic: string, work: () => Promise<void>) => Promise<void> {
  const turns = new Map<string, Promise<void>>()
  return (topic, work) => {
    const turn = (turns.get(topic) ?? Promise.resolve()).then(() => attempt(`switch ${topic}`, work))
    turns.set(topic, turn)
    return turn.then(() => {
      if (turns.get(topic) === turn) turns.delete(topic)
    })
  }
}

/** Switches that grant the network or the account first where the session doesn't have it. */
function createSwitching(context: WalletContext) {
  const { client, app, choose, refreshSessions } = context
  const grant = async (of: ConnectedApp, more: { readonly chainId: string; readonly address: string }) => {
    const { topic, namespaces } = of.session
    const family = familyOf(more.chainId)
    const granted = familyAccounts(of, family)
    const wanted = `${more.chainId}:${more.address}`
    const chainIds = [...new Set([...granted.map(chainOf), more.chainId])]
    // The first account granted is the one in use.
    const addresses = [...new Set([more.address, ...granted.map(addressOf)])]
    if (granted.includes(wanted) && granted.find((each) => chainOf(each) === more.chainId) === wanted) return
    await client.update({ topic, namespaces: regrant({ namespaces, family, chainIds, addresses }) })
    refreshSessions()
  }
  const switchNetwork = async ({ topic, chainId }: NetworkSwitch): Promise<void> => {
    const before = app(topic)
    const family = context.familyOf(chainId)
    if (!before || !family) return
    await grant(before, { chainId, address: before.address })
    choose(topic, { chainId })
    const { namespaces } = app(topic)?.session ?? before.session
    if (!mayEmit({ namespaces, chainId, event: 'chainChanged' })) return
    await client.emit({ topic, chainId, name: 'chainChanged', data: family.chainChanged(chainId) })
  }
  const switchAccount = async ({ topic, address }: Parameters<Managing['switchAccount']>[0]): Promise<void> => {
    const before = app(topic)
    if (!before) return
    await grant(before, { chainId: before.chainId, address })
    choose(topic, { address })
    const now = app(topic)
    if (now) await emitAccount(context, now)
  }
  return { switchNetwork, switchAccount }
}

export function createManaging(context: WalletContext): Managing {
  const { client, attempt, refreshSessions, notify, added, networks, state, set } = context
  const inTurn = createTurns(context)
  const { switchNetwork, switchAccount } = createSwitching(context)

  return {
    switchNetwork: (to) => inTurn(to.topic, () => switchNetwork(to)),
    switchAccount: (to) => inTurn(to.topic, () => switchAccount(to)),
    extend: (topic) =>
      attempt(`extend ${topic}`, async () => {
        await client.extend({ topic })
        refreshSessions()
        notify('success', 'The session lasts a week from now.')
      }),
    ping: (topic) =>
      attempt(`ping ${topic}`, async () => {
        notify('loading', 'Pinging the application.')
        await client.ping({ topic })
        notify('success', 'The application has answered.')
      }),
    disconnect: (topic) =>
      attempt(`disconnect ${topic}`, async () => {
        await client.disconnect({ topic })
        refreshSessions()
      }),
    hostFor: (topic) => ({
      network: (chainId) => state().networks.find((each) => each.chainId === chainId),
      networks: () => state().networks,
      async addNetwork(network) {
        added.set([...added.get(), network])
        set({ networks: [...networks, ...added.get()] })
      },
      switchNetwork: (chainId) => switchNetwork({ topic, chainId }),
    }),
  }
}
