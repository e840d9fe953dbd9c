import type { Batches, FamilyHost } from '@foyer/signing'
import { accountsOf, chainOf, familyOf, mayEmit } from '@foyer/walletconnect/protocol'
import type { WalletContext } from './context.js'
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

/** The account in use is named with its network (CAIP-10); a family may have events of its own beside. */
async function emitAccount(context: WalletContext, { session, chainId, address }: ConnectedApp): Promise<void> {
  const { topic, namespaces } = session
  const { keyring } = context.state()
  const own = keyring ? (context.familyOf(chainId)?.accountEvents?.({ keyring, chainId, address }) ?? []) : []
  for (const event of [{ name: 'accountsChanged', data: [`${chainId}:${address}`] }, ...own]) {
    if (!mayEmit({ namespaces, chainId, event: event.name })) continue
    await context.client.emit({ topic, chainId, ...event })
  }
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
  const { client, app, choose, refreshSessions, addressOn } = context
  const grant = async (of: ConnectedApp, wanted: string) => {
    const { topic, namespaces } = of.session
    const family = familyOf(wanted)
    const granted = familyAccounts(of, family)
    if (granted.find((each) => chainOf(each) === chainOf(wanted)) === wanted) return
    const chainIds = [...new Set([...granted, wanted].map(chainOf))]
    // The first account granted on a chain is the one in use.
    const accounts = chainIds.flatMap((chainId) =>
      [wanted, ...granted].flatMap((account) => {
        const address = addressOn({ account, chainId })
        return address === undefined ? [] : [`${chainId}:${address}`]
      }),
    )
    await client.update({ topic, namespaces: regrant({ namespaces, family, accounts: [...new Set(accounts)] }) })
    refreshSessions()
  }
  const switchNetwork = async ({ topic, chainId }: NetworkSwitch): Promise<void> => {
    const before = app(topic)
    const family = context.familyOf(chainId)
    if (!before || !family) return
    const isSameFamily = familyOf(before.chainId) === family.name
    const [first] = familyAccounts(before, family.name)
    const account = isSameFamily ? `${before.chainId}:${before.address}` : first
    const address = account && addressOn({ account, chainId })
    if (address === undefined) return
    await grant(before, `${chainId}:${address}`)
    choose(topic, { chainId, address })
    const { namespaces } = app(topic)?.session ?? before.session
    if (!mayEmit({ namespaces, chainId, event: 'chainChanged' })) return
    await client.emit({ topic, chainId, name: 'chainChanged', data: family.chainChanged(chainId) })
  }
  const switchAccount = async ({ topic, address }: Parameters<Managing['switchAccount']>[0]): Promise<void> => {
    const before = app(topic)
    if (!before) return
    await grant(before, `${before.chainId}:${address}`)
    choose(topic, { address })
    const now = app(topic)
    if (now) await emitAccount(context, now)
  }
  return { switchNetwork, switchAccount }
}

/** How many batches are kept, of all applications. */
const mostBatches = 100

/** An application sees its own batches alone. */
function batchesOf({ batches }: WalletContext, topic: string): Batches {
  return {
    asOne: true,
    get: (id) => batches.get().find((each) => each.topic === topic && each.id === id),
    set(batch) {
      const others = batches.get().filter((each) => each.topic !== topic || each.id !== batch.id)
      batches.set([{ ...batch, topic }, ...others].slice(0, mostBatches))
    },
  }
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
      batches: batchesOf(context, topic),
      network: context.network,
      networks: () => state().networks,
      async addNetwork(network) {
        added.set([...added.get(), network])
        set({ networks: [...networks, ...added.get()] })
      },
      switchNetwork: (chainId) => switchNetwork({ topic, chainId }),
    }),
  }
}
