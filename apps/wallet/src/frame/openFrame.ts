import { needsApproval, prefixes, protocolVersion } from '@foyer/embedded/protocol'
import type { Approvals } from '../approval/approvals.js'
import { createSign } from '../login/sign.js'
import { type AskingDevice, asDevice } from '../servers/device.js'
import { type CookiePage, keepsCookies } from '../servers/pageCookie.js'
import type { WalletSettings } from '../settings.js'
import { createStore, type Store } from '../store.js'
import type { DeviceStore } from '../vault/deviceStore.js'
import type { RunTask } from '../vault/runTask.js'
import { createAnswering } from './answering.js'
import type { ApprovalWindowParameters } from './approvalWindow.js'
import { type Channel, type ChannelParameters, openChannel } from './channel.js'
import { createFrameApprovals } from './frameApprovals.js'
import { createFrameLogins } from './frameLogins.js'
import { createHandlers, type FrameState } from './handlers.js'
import { createLateApprovalWindow, type LateApprovalWindow } from './lateApprovalWindow.js'
import { networksOf } from './networks.js'
import { onceLoaded } from './onceLoaded.js'
import { createOwnWindow, type OwnWindow } from './ownWindow.js'
import type { PaintingWindow } from './painted.js'
import { codeReader, createRpc } from './rpc.js'
import { createSurface } from './surface.js'
import { createUnderWay } from './underWay.js'
import { addressOn, createUsers } from './users.js'
import { forgetVisit } from './visitStorage.js'
import { createVouching, type Vouching, vouchedFor } from './vouching.js'

export interface OpenFrameParameters {
  readonly settings: WalletSettings & { readonly parent: string }
  readonly window: ChannelParameters['window'] &
    ApprovalWindowParameters['window'] &
    PaintingWindow & {
      readonly location: Pick<Location, 'origin' | 'reload'>
      readonly document: CookiePage
    }
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
  /** The wallet's own window, in which requests are shown that the frame doesn't show itself. */
  readonly approvalWindow: LateApprovalWindow
  readonly channel: Channel
  /** Its views are there: what waits for the visitor can be seen from now on. */
  drawn(): void
  /** The visitor has put away what the login shows; it isn't brought up again until it is another. */
  putAway(): void
  /** The visitor of a login goes by another address. */
  useAnother(): void
  /** Where the browser keeps nothing for the frame: what the wallet's own window signs with. */
  readonly ownWindow: OwnWindow | undefined
  readonly asking: AskingDevice
  /** Whether the operator answers for the page around. */
  readonly vouching: Vouching
}

/** Joins the parts of the frame, and tells the page around that it is there. */
export function openFrame({ settings, window, store, run, fetch, now, report }: OpenFrameParameters): OpenedFrame {
  const { parent: site, projectId, keeperKeys } = settings
  const { origin } = window.location
  const users = createUsers({ store, site, page: window.document })
  const networks = networksOf(settings, origin)
  const state = createStore<FrameState>({ ...atFirst, chainId: firstChain(networks, settings.chainId) })
  const asking = asDevice(store, { fetch, now, report })
  const { servers, session } = asking
  const vouching = createVouching(vouchedFor({ servers, projectId, site, report }))
  const surface = createSurface({ state, window, tell: (isShown) => channel.surface(isShown) })
  const approvals = createFrameApprovals({ state, surface, window, servers, session, site, now })
  const logins = createFrameLogins({
    ...{ servers, store, run, keeperKeys, now, session, site, projectId, report, state, surface, origin },
    keepsIn: store.isKept && keepsCookies(window.document) ? 'cookie' : 'page',
    isOwnHost: () => channel.isOwn(),
    changed: users.loggedIn,
  })
  const { putAway, useAnother } = logins
  const underWay = createUnderWay()
  const rpc = createRpc({
    ...{ networks, site, approvals, store, fetch, asking: { servers, session, projectId }, page: window.document },
    chainId: () => state.get().chainId,
    addressOn: (chain) => addressOn(users.get(), chain),
    sign: createSign({ servers, session, store, run }),
    isSeen: () => channel.isOwn(),
  })
  const handlers = createHandlers({
    ...logins,
    ...{ state, store, session, users, networks, codeAt: codeReader({ networks, fetch }) },
    async rpc(request, signal) {
      if (!needsApproval(request.method)) return rpc(request, signal)
      users.get() // without a login it is refused, and there is nothing to draw
      if (store.isKept) void vouching.ask() // while it is read; without storage the window asks, whatever the page is
      state.set({ isDrawn: true })
      const answered = approvalWindow.begin()
      // What was shown is gone before the page around hears of it, and hides the frame.
      return underWay
        .run(signal, (either) => rpc(request, either))
        .finally(answered)
        .finally(surface.followOncePainted)
    },
    forgetAsked() {
      underWay.endAll() // what is still being read isn't shown after this
      approvals.rejectAll()
      forgetVisit(window)
    },
    reload: () => window.location.reload(),
  })
  const channel = openChannel({
    ...{ window, parent: site, receive: createAnswering({ handlers, report }) },
    onWindow: (nonce) => approvalWindow.expect(nonce),
    networks: networks.map(({ chainId }) => chainId),
  })
  channel.post({ type: `${prefixes.frame}READY`, payload: { version: String(protocolVersion) } })
  const ownWindow = store.isKept ? undefined : createOwnWindow({ users, store, projectId })
  const approvalWindow = createLateApprovalWindow({
    load: onceLoaded(async () => {
      const { createApprovalWindow } = await import('./approvalWindow.js')
      return createApprovalWindow({ window, frame: state, approvals, ownWindow, asking, now, report })
    }),
    report,
  })
  const { drawn } = surface
  return { state, approvals, approvalWindow, channel, putAway, useAnother, drawn, asking, vouching, ownWindow }
}

/** A frame that nobody has asked anything. */
const atFirst: Omit<FrameState, 'chainId'> = {
  theme: { mode: undefined, accent: undefined },
  login: undefined,
  approvals: [],
  answered: undefined,
  isDrawn: false,
}

/** Returns the network that the wallet begins with: the operator's, where it is there. */
function firstChain(networks: ReturnType<typeof networksOf>, wanted: string | undefined): string {
  const first = networks.find(({ chainId }) => chainId === wanted) ?? networks[0]
  return first?.chainId ?? 'eip155:1'
}
