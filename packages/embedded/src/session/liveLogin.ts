import type {
  Account,
  ChannelRequestParameters,
  ConnectorHost,
  LiveConnection,
  LoginProfile,
  NetworkId,
  NonEmpty,
  RequestChannel,
  WalletEvent,
} from '@foyer/core'
import { ChainNotSupportedError, WalletAnswerError } from '@foyer/core/errors'
import { asRejection, MethodNotAllowedError } from '../errors.js'
import { type FrameMessage, payloadOf, replyOf } from '../protocol/envelope.js'
import type { AccountType, RequestReply, UserSession } from '../protocol/messages.js'
import { toChainId, toNetworkId } from '../protocol/networks.js'
import { isSafe, needsApproval } from '../protocol/rpc.js'
import { type Approvals, createApprovals } from './approvals.js'
import { familyOf, type LoginKit, type ServedFamily, servedNetworks, syncTheme } from './loginKit.js'

/** How long signing out waits for the page [S9.29]. */
const signOutMs = 3_000

type State = {
  accounts: Readonly<Partial<Record<ServedFamily, NonEmpty<Account>>>>
  networks: Readonly<Partial<Record<ServedFamily, NetworkId>>>
  profile: LoginProfile
  /** Whom the page named last on an EVM network. */
  user?: UserSession
}

/** Somebody who is logged in, as a kit uses it. @throws WalletAnswerError where the page has no account of a chain that it was asked for */
export function createLiveLogin(kit: LoginKit, users: NonEmpty<UserSession>, profile: LoginProfile): LiveConnection {
  const { host, frame, records } = kit
  const state: State = { accounts: {}, networks: {}, profile }
  for (const user of users) take(state, user)
  // A login's profile names a kind where the page refused another.
  if (profile.preferredAccountTypes) takeRefusal(state)
  const listeners = new Set<(event: WalletEvent) => void>()
  const emit = (events: readonly WalletEvent[]) => {
    for (const event of events) for (const listener of [...listeners]) listener(event)
  }
  allAccounts(state)
  const goTo = async (networkId: NetworkId, signal?: AbortSignal | undefined) => {
    const family = familyOf(networkId)
    if (!family || !kit.served.has(networkId)) throw new ChainNotSupportedError({ networkId })
    await kit.goTo(networkId, signal)
    // The address may be another one there.
    const user = await kit.user(networkId, signal)
    records.arrived(user.chainId)
    emit(take(state, user))
  }
  const approvals = createApprovals({
    ...{ host, frame, connectorId: kit.connectorId },
    prepare: () => syncTheme(frame, host),
  })
  const channel = createChannel({ ...kit, approvals, choose: goTo })
  let stopListening = () => {}
  return {
    get accounts() {
      return allAccounts(state)
    },
    get networks() {
      return state.networks
    },
    get approvedNetworks() {
      return servedNetworks(host, kit.served).map(({ caipNetworkId }) => caipNetworkId)
    },
    get profile() {
      return state.profile
    },
    providers: {},
    channel,
    listen(listener) {
      const own = (event: WalletEvent) => listener(event)
      if (listeners.size === 0) stopListening = frame.listen((message) => emit(eventsOf(kit, state, message)))
      listeners.add(own)
      return () => {
        listeners.delete(own)
        if (listeners.size === 0) stopListening()
      }
    },
    switchNetwork: ({ network: { caipNetworkId }, signal }) => goTo(caipNetworkId, signal),
    async updateEmail(request) {
      const { updateEmail } = await kit.ways()
      const { email: from = '' } = state.profile
      await updateEmail({ ...request, kit, from })
      emit(withProfile(state, { ...state.profile, email: records.email() }))
    },
    preferAccountType: async (request) => (await kit.ways()).preferAccountType({ ...request, kit, goTo }),
    disconnect: () => signOut(kit),
  }
}

function allAccounts({ accounts }: State): LiveConnection['accounts'] {
  const [first, ...others] = Object.values(accounts).flat()
  if (!first) throw new WalletAnswerError({ method: 'GET_USER', expected: 'an account of a family that is served' })
  return [first, ...others]
}

/** Forgets the login here first, then has the page forget it; that is waited for no longer than 3 s [S4.26]. */
async function signOut({ frame, records, host: { clock } }: LoginKit): Promise<void> {
  records.clear()
  const ending = new AbortController()
  const stop = clock.setTimeout(() => ending.abort(), signOutMs)
  try {
    await frame.request('SIGN_OUT', undefined, ending.signal)
  } catch (error) {
    if (!ending.signal.aborted) throw error
  } finally {
    stop()
  }
}

/**
 * Returns the events of a message that the page sends by itself or for another's asking: by its name, not by its id.
 */
function eventsOf(
  { records }: LoginKit,
  state: State,
  { name, status, payload }: FrameMessage,
): readonly WalletEvent[] {
  if (name === 'IS_CONNECTED' && (status === 'error' || read(name, payload)?.isConnected === false)) {
    records.clear()
    return [{ type: 'disconnected' }]
  }
  const user = name === 'GET_USER' && status === 'success' ? read(name, payload) : undefined
  if (user) return take(state, user)
  return name === 'SET_PREFERRED_ACCOUNT' && status === 'error' ? takeRefusal(state) : []
}

/** Where a wish for another kind of account was refused, it is that of a key, whose address may be its own [S4.28]. @returns what has changed by that */
function takeRefusal(state: State): readonly WalletEvent[] {
  const { user } = state
  const key = user?.accounts?.find(({ type }) => type === 'eoa')
  return user ? take(state, { ...user, ...key, accounts: [], preferredAccountType: 'eoa' }) : []
}

/** Parses a reply; one that doesn't fit the protocol changes nothing, and ends nothing. */
function read<Name extends 'IS_CONNECTED' | 'GET_USER'>(name: Name, payload: unknown): RequestReply<Name> | undefined {
  try {
    return replyOf(name, payload)
  } catch {
    return undefined
  }
}

/** Takes over who is there, on which chain. @returns what has changed by that */
function take(state: State, user: UserSession): readonly WalletEvent[] {
  const networkId = toNetworkId(user.chainId)
  const family = networkId && familyOf(networkId)
  if (!family) return []
  const accounts = accountsOf(family, user)
  const events: WalletEvent[] = []
  if (JSON.stringify(state.accounts[family]) !== JSON.stringify(accounts)) {
    state.accounts = { ...state.accounts, [family]: accounts }
    events.push({ type: 'accountsChanged', family, accounts })
  }
  if (state.networks[family] !== networkId) {
    state.networks = { ...state.networks, [family]: networkId }
    events.push({ type: 'networkChanged', family, networkId })
  }
  if (family === 'eip155') state.user = user
  return [
    ...events,
    ...withProfile(state, {
      ...state.profile,
      email: user.email ?? state.profile.email,
      preferredAccountTypes: { ...state.profile.preferredAccountTypes, [family]: accounts[0].type },
      smartAccountDeployed: state.user?.smartAccountDeployed,
    }),
  ]
}

function withProfile(state: State, profile: LoginProfile): readonly WalletEvent[] {
  if (JSON.stringify(state.profile) === JSON.stringify(profile)) return []
  state.profile = profile
  return [{ type: 'profileChanged', profile }]
}

/** The one in use first, and each address once: one that is listed by both of its kinds is of the one that its owner prefers. */
function accountsOf(
  namespace: ServedFamily,
  { address, accounts = [], preferredAccountType }: UserSession,
): NonEmpty<Account> {
  const preferred: AccountType = preferredAccountType === 'smartAccount' ? preferredAccountType : 'eoa'
  const [{ type } = { type: preferred }, another] = accounts.filter((each) => each.address === address)
  const others = new Map(accounts.map(({ address, type }) => [address, { namespace, address, type }]))
  others.delete(address)
  const kind = another ? ({ type: preferred, inPlace: true } as const) : { type }
  return [{ namespace, address, ...kind }, ...others.values()]
}

interface ChannelParameters extends Pick<LoginKit, 'frame' | 'records' | 'goTo' | 'pressWindow'> {
  readonly host: Pick<ConnectorHost, 'showRefusal' | 'report'>
  readonly approvals: Approvals
  /** Makes a network the connection's. */
  readonly choose: (networkId: NetworkId, signal?: AbortSignal | undefined) => Promise<void>
}

/** Carries the requests of the families' providers to the wallet's page: those that it knows, and no others [S5.29]. */
function createChannel(parameters: ChannelParameters): RequestChannel {
  const turn = inTurn()
  return {
    encoding: 'base58',
    takes: ({ method }) => isKnown(method),
    refuses: true,
    batches: 'asOne',
    request: (request) => ask({ ...parameters, turn }, request),
    goTo: parameters.choose,
  }
}

const isKnown = (method: string): boolean => isSafe(method) || needsApproval(method)

type Turn = ReturnType<typeof inTurn>

async function ask(
  { host, frame, records, approvals, goTo, pressWindow, turn }: ChannelParameters & { readonly turn: Turn },
  { networkId, method, params, signal }: ChannelRequestParameters,
): Promise<unknown> {
  if (method === 'eth_chainId') return toChainId(records.lastChain() ?? networkId) // [S4.30]
  if (!isKnown(method)) {
    const error = new MethodNotAllowedError({ method })
    host.showRefusal?.('error.actionNotAllowed') // [S4.33 S6.6]
    host.report(error)
    approvals.reject()
    throw error
  }
  const request = payloadOf('RPC_REQUEST', { method, params })
  // In the press, before anything is waited for.
  const answered = needsApproval(method) && !signal?.aborted ? pressWindow?.open() : undefined
  const post = async (ended: AbortSignal | undefined) => {
    const { answer } = await turn(async () => {
      await goTo(networkId, ended)
      return { answer: frame.request('RPC_REQUEST', request, ended) }
    })
    return answer
  }
  try {
    return await (needsApproval(method) ? approvals.ask(post, signal) : post(signal))
  } catch (cause) {
    if (method === 'wallet_getCapabilities') return {} // a wallet that can't say has none
    throw asRejection(cause)
  } finally {
    answered?.()
  }
}

/** Runs one after the other, whatever becomes of the one before. */
function inTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const own = last.then(work, work)
    last = own.catch(() => undefined) // its caller has it
    return own
  }
}
