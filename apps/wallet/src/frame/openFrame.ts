import { decodeBytes } from '@foyer/embedded/custody'
import { prefixes, protocolVersion } from '@foyer/embedded/protocol'
import { type Approvals, createApprovals } from '../approval/approvals.js'
import { createLogin } from '../login/login.js'
import { deviceDoorKey } from '../login/openWallet.js'
import { createServers } from '../login/servers.js'
import { createSession } from '../login/session.js'
import type { WalletSettings } from '../settings.js'
import type { DeviceStore } from '../vault/deviceStore.js'
import type { RunTask } from '../vault/runTask.js'
import { createAnswering } from './answering.js'
import { type Channel, type ChannelParameters, openChannel } from './channel.js'
import { createHandlers, openedWallet } from './handlers.js'
import { networksOf } from './networks.js'
import { createRpc, type SignApproved } from './rpc.js'
import { createStore, type FrameState, type Store } from './state.js'

export interface OpenFrameParameters {
  readonly settings: WalletSettings & { readonly parent: string }
  readonly window: ChannelParameters['window'] & { readonly location: Pick<Location, 'origin' | 'reload'> }
  readonly store: DeviceStore
  readonly run: RunTask
  readonly fetch: typeof globalThis.fetch
  readonly now: () => number
  readonly report: (error: unknown) => void
}

/** A running frame, and what its views use of it. */
export interface OpenedFrame {
  readonly state: Store<FrameState>
  readonly approvals: Approvals
  readonly channel: Channel
}

/** Joins the parts of the frame, and tells the page around that it is there. */
export function openFrame({ settings, window, store, run, fetch, now, report }: OpenFrameParameters): OpenedFrame {
  const { parent: site, projectId, keeperKeys } = settings
  const networks = networksOf(settings, window.location.origin)
  const first = networks.find(({ chainId }) => chainId === settings.chainId) ?? networks[0]
  const state = createStore<FrameState>({
    chainId: first?.chainId ?? 'eip155:1',
    theme: { mode: undefined, accent: undefined },
    login: undefined,
    approvals: [],
  })
  const servers = createServers({ fetch, keys: () => store.get().keys })
  const session = createSession({ servers, store, now, report })
  const approvals = createApprovals({ site, show: (waiting) => state.set({ approvals: waiting }) })
  const show = (login: FrameState['login']) => {
    state.set({ login })
    channel.surface(login !== undefined)
  }
  const opening = { servers, store, run, keeperKeys, now }
  const login = createLogin({ ...opening, session, site, projectId, show, report })
  const sign: SignApproved = async ({ family, address, bytes, approved }) => {
    const kept = openedWallet(store)
    const token = await session.token()
    const key = await deviceDoorKey({ servers, token, kept, purpose: 'sign' })
    const door = { door: kept.door.door, kind: kept.door.kind, key, wrap: decodeBytes(kept.door.wrap) }
    const openable = { wallet: kept.wallet, vault: decodeBytes(kept.vault), door }
    const { signatures } = await run({
      ...{ task: 'sign', family, address, ...openable },
      ...{ payloads: [bytes], approved: [approved] },
    })
    return signatures[0] ?? new Uint8Array()
  }
  const addressOf = (family: 'eip155' | 'solana') => openedWallet(store).addresses[family]
  const rpc = createRpc({ networks, chainId: () => state.get().chainId, addressOf, site, approvals, sign, fetch })
  const handlers = createHandlers({
    ...{ state, store, login, session, networks, rpc },
    rejectAll: approvals.rejectAll,
    reload: () => window.location.reload(),
  })
  const channel = openChannel({ window, parent: site, receive: createAnswering({ handlers, report }) })
  channel.post({ type: `${prefixes.frame}READY`, payload: { version: String(protocolVersion) } })
  return { state, approvals, channel }
}
