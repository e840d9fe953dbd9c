import {
  hello,
  needsApproval,
  prefixes,
  protocolVersion,
  readHello,
  readWindow,
  type SurfaceNotice,
} from '@foyer/embedded/protocol'
import { type Approvals, createApprovals, type WaitingApproval } from '../approval/approvals.js'
import type { AskedSigning } from '../exchange/exchange.js'
import { createLogin, type LoginParameters } from '../login/login.js'
import { createSign } from '../login/sign.js'
import { type AskingDevice, asDevice } from '../servers/device.js'
import type { WalletSettings } from '../settings.js'
import { createStore, type Store } from '../store.js'
import type { DeviceStore } from '../vault/deviceStore.js'
import type { RunTask } from '../vault/runTask.js'
import { createAnswering } from './answering.js'
import type { ApprovalWindowParameters } from './approvalWindow.js'
import { createHandlers, type FrameLogin, type FrameState } from './handlers.js'
import { createLateApprovalWindow, type LateApprovalWindow } from './lateApprovalWindow.js'
import { networksOf } from './networks.js'
import { glanced, type PaintingWindow, painted } from './painted.js'
import { askNode, createRpc } from './rpc.js'
import { addressOn, createUsers } from './users.js'
import { forgetVisit } from './visitStorage.js'
import { createVouching, type Vouching } from './vouching.js'

export interface OpenFrameParameters {
  readonly settings: WalletSettings & { readonly parent: string }
  readonly window: ChannelParameters['window'] &
    ApprovalWindowParameters['window'] &
    PaintingWindow & {
      readonly location: Pick<Location, 'origin' | 'reload'>
      readonly document: Pick<Document, 'cookie'>
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

export interface OwnWindow {
  /** A device that was made in this frame goes to the window, which keeps it. */
  signing(approval: WaitingApproval): AskedSigning
  /** The visitor has logged in again in the window: by this, its session is ended. */
  loggedInAgain(ending: string): void
  /** The window has kept it: here it is forgotten, as a session that is renewed in two places ends. */
  kept(): Promise<void>
}

/** Joins the parts of the frame, and tells the page around that it is there. */
export function openFrame({ settings, window, store, run, fetch, now, report }: OpenFrameParameters): OpenedFrame {
  const { parent: site, projectId, keeperKeys } = settings
  const users = createUsers({ store, site, page: window.document })
  const networks = networksOf(settings, window.location.origin)
  const first = networks.find(({ chainId }) => chainId === settings.chainId) ?? networks[0]
  const state = createStore<FrameState>({
    chainId: first?.chainId ?? 'eip155:1',
    theme: { mode: undefined, accent: undefined },
    login: undefined,
    approvals: [],
    answered: undefined,
    isDrawn: false,
  })
  let drawn = () => {}
  const whenDrawn = new Promise<void>((resolve) => {
    drawn = resolve
  })
  const isWanted = () => {
    const { login, approvals: waiting, answered } = state.get()
    return login !== undefined || waiting.length > 0 || answered?.receipt?.came !== undefined
  }
  // A frame that is shown before it has drawn lies over the page around as an empty card.
  const surface = () => void whenDrawn.then(() => channel.surface(isWanted()))
  const surfaceOnceGone = () => painted(window).then(surface)
  const asking = asDevice(store, { fetch, now, report })
  const { servers, session } = asking
  const vouching = createVouching(() =>
    import('../servers/vouched.js').then(
      ({ isVouched }) => isVouched({ servers, projectId, site }),
      (error: unknown) => {
        report(error)
        return false // the wallet's window asks then [F11]
      },
    ),
  )
  const approvals = createApprovals({
    site,
    show(waiting, answered) {
      const isLeft = state.get().answered?.receipt?.came !== undefined && !answered
      state.set({ approvals: waiting, answered })
      if (waiting.length > 0) surface()
      else if (isLeft) void surfaceOnceGone()
    },
    glance: ({ came }) => glanced(window, came ? 'read' : 'seen'),
    decidedBefore: async (asked) =>
      (await import('./visits.js')).takeVisit({ window, servers, session, site, now }, asked),
  })
  let seen: string | undefined
  const show = (said: FrameState['login']) => {
    if (seen !== (said && keyOf(said))) seen = undefined
    const login = seen === undefined ? said : undefined
    state.set(login ? { login, isDrawn: true } : { login })
    if (login) surface()
    else void surfaceOnceGone()
  }
  const putAway = () => {
    const { login } = state.get()
    show(undefined)
    seen = login && keyOf(login)
  }
  const entering: LoginParameters = {
    ...{ servers, store, run, keeperKeys, now, session, site, projectId, show, report },
    keepsIn: store.isKept ? 'cookie' : 'page',
    isOwnHost: () => channel.isOwn(),
  }
  const login = createLogin(entering)
  let leaving = new AbortController()
  const device: FrameLogin['device'] = async (signal) => {
    leaving = new AbortController()
    const { signal: left } = leaving
    return login.device(signal ? AbortSignal.any([signal, left]) : left).catch((error: unknown) => {
      if (left.aborted) return 'ANOTHER'
      throw error
    })
  }
  const useAnother = () => {
    leaving.abort()
    show(undefined)
  }
  const { origin } = window.location
  const socials = onceLoaded(async () =>
    (await import('../login/social.js')).createSocialLogin({ ...entering, origin }),
  )
  const changes = onceLoaded(async () =>
    (await import('../login/changeEmail.js')).createChangeEmail({ ...entering, show, changed: users.loggedIn }),
  )
  const sign = createSign({ servers, session, store, run })
  const rpc = createRpc({
    networks,
    chainId: () => state.get().chainId,
    addressOn: (chain) => addressOn(users.get(), chain),
    site,
    approvals,
    sign,
    asking: { servers, session, projectId },
    store,
    fetch,
    isSeen: () => channel.isOwn(),
    page: window.document,
  })
  const handlers = createHandlers({
    ...{ state, store, login: { ...login, device }, socials, changes, session, users, networks },
    codeAt: (address, chainId) => {
      const request = { method: 'eth_getCode', params: [address, 'latest'] }
      return askNode({ ...{ networks, chainId: () => chainId, request, fetch }, waitMs: codeMs })
    },
    async rpc(request, signal) {
      if (!needsApproval(request.method)) return rpc(request, signal)
      // Without a login it is refused, and there is nothing to draw.
      users.get()
      // Beside reading and describing it; without storage the window asks, whatever the page is.
      if (store.isKept) void vouching.ask()
      state.set({ isDrawn: true })
      const answered = approvalWindow.begin()
      // What was shown is gone before the page around hears of it, and hides the frame.
      return rpc(request, signal).finally(answered).finally(surfaceOnceGone)
    },
    forgetAsked() {
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
  const ownWindow: OwnWindow = {
    signing: ({ signer, payloads }) => ({
      ...{ person: users.get().person, projectId, signer, payloads },
      device: store.get().wallet ? store.get() : null,
    }),
    loggedInAgain: users.loggedInAgain,
    kept: () => store.reset(),
  }
  const signsInWindow = store.isKept ? undefined : ownWindow
  const approvalWindow = createLateApprovalWindow({
    load: onceLoaded(async () => {
      const { createApprovalWindow } = await import('./approvalWindow.js')
      return createApprovalWindow({ window, frame: state, approvals, ownWindow: signsInWindow, asking, now, report })
    }),
    report,
  })
  return {
    ...{ state, approvals, approvalWindow, channel, putAway, useAnother, drawn, asking, vouching },
    ownWindow: signsInWindow,
  }
}

/** So long a login waits for the code at its address, in milliseconds. */
const codeMs = 2_000

/** Loads what few visitors need, with the first who does; what didn't come is asked for again by the next. */
function onceLoaded<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loaded: Promise<Loaded> | undefined
  return () => {
    loaded ??= load()
    loaded.catch(() => {
      loaded = undefined
    })
    return loaded
  }
}

/** Returns the key by which a login's screen differs from another. */
const keyOf = (login: NonNullable<FrameState['login']>): string =>
  `${login.email} ${login.is === 'digits' || login.is === 'change' ? login.digits : login.is === 'held' ? login.opensAt : login.is}`

/** Connects the frame with the page around: messages come in, and answers go back the same way. */
interface Channel {
  /** Says something unasked, over the port once there is one. */
  post(message: unknown): void
  /** Says to an application of this kit whether the page has something to show by itself; an original has no word for it. */
  surface(isShown: boolean): void
  /** Whether an application of this kit is at the other end. */
  isOwn(): boolean
}

interface ChannelParameters {
  /** The frame's window. */
  readonly window: Pick<Window, 'addEventListener'> & {
    readonly parent: Pick<Window, 'postMessage'>
  }
  /** The one origin that may frame this page. */
  readonly parent: string
  readonly receive: (data: unknown, answer: (message: unknown) => void) => void
  /** The application has opened a window of the wallet's for what it asks. */
  readonly onWindow: (nonce: string) => void
  /** CAIP-2: those that the wallet has, which an application of this kit is given before a login. */
  readonly networks: readonly string[]
}

/**
 * Listens to the page around, by its exact origin and its window alone. Our application's first message is a hello with a port, which all else goes over
 * from then on; the original's posts to the window, and is answered there, at that one origin [F8].
 */
function openChannel({ window, parent: origin, receive, onWindow, networks }: ChannelParameters): Channel {
  let port: MessagePort | undefined
  const postToParent = (message: unknown) => window.parent.postMessage(message, origin)
  const takePort = (offered: MessagePort) => {
    port?.close()
    port = offered
    offered.onmessage = ({ data }) => {
      const nonce = readWindow(data)
      if (nonce === undefined) receive(data, (message) => offered.postMessage(message))
      else onWindow(nonce)
    }
    offered.postMessage(hello(networks))
  }
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (event.source !== window.parent || event.origin !== origin) return
    const [offered] = event.ports
    if (offered && readHello(event.data)) takePort(offered)
    else if (!port) receive(event.data, postToParent)
  })
  return {
    post: (message) => (port ? port.postMessage(message) : postToParent(message)),
    surface: (shown) => port?.postMessage({ type: 'foyer/surface', shown } satisfies SurfaceNotice),
    isOwn: () => port !== undefined,
  }
}
