import type { WalletNetwork } from '@foyer/core/words'
import { personOf } from '@foyer/custody/person'
import { AccountType, type RequestReply } from '@foyer/embedded/protocol'
import { delegateAddress, delegateIn } from '@foyer/signing/delegate'
import * as v from 'valibot'
import type { WaitingApproval } from '../approval/approvals.js'
import type { ChangeEmail, ChangeScreen } from '../login/changeEmail.js'
import type { Login, LoginScreen } from '../login/login.js'
import type { SocialLogin } from '../login/social.js'
import type { SessionHolder } from '../servers/session.js'
import type { Store } from '../store.js'
import type { DeviceStore } from '../vault/deviceStore.js'
import type { Handlers } from './answering.js'
import { caipOf, namedAs, networkOf } from './networks.js'
import { addressOn, type User, type Users } from './users.js'

/** A login in a frame, whose visitor may go by another address: then the link is waited for no longer. */
export interface FrameLogin extends Omit<Login, 'device'> {
  device(signal?: AbortSignal): Promise<Awaited<ReturnType<Login['device']>> | 'ANOTHER'>
}

export interface HandlersParameters {
  readonly state: Store<FrameState>
  readonly store: DeviceStore
  readonly login: FrameLogin
  /** Logins at providers, whose code comes with the first. */
  readonly socials: () => Promise<SocialLogin>
  /** Changes of the mailbox, the same. */
  readonly changes: () => Promise<ChangeEmail>
  readonly session: SessionHolder
  readonly users: Users
  readonly networks: readonly WalletNetwork[]
  readonly rpc: Handlers['RPC_REQUEST']
  /** The code at an address on a chain, where its node answers soon. */
  readonly codeAt: (address: string, chainId: string) => Promise<unknown>
  /** Rejects what waits, and forgets what was decided elsewhere. */
  readonly forgetAsked: () => void
  readonly reload: () => void
}

/** Every request of the protocol, and what this wallet answers. */
export function createHandlers(parameters: HandlersParameters): Handlers {
  const { rpc, reload } = parameters
  const kinds = createKinds(parameters)
  return {
    ...accountHandlers({ ...parameters, kinds }),
    ...pageHandlers(parameters),
    ...loginHandlers({ ...parameters, kinds }),
    ...sessionHandlers(parameters),
    RPC_REQUEST: rpc,
    RELOAD: () => {
      reload()
      return undefined
    },
  }
}

type OfKinds = HandlersParameters & { readonly kinds: ReturnType<typeof createKinds> }

/** Who is there, on which network, with which kind of account. */
function accountHandlers({ state, store, changes, session, users, networks, kinds }: OfKinds) {
  const here = () => ({ chainId: namedAs(state.get().chainId) })
  const switchTo = (chainId: string | number) => {
    const network = networkOf(networks, caipOf(chainId))
    state.set({ chainId: network.chainId })
    return here()
  }
  return {
    IS_CONNECTED: async () => {
      const answer = { isConnected: await isConnected({ store, session, users }) }
      if (answer.isConnected && store.get().change) await (await changes()).finish()
      return answer
    },
    GET_USER: async (asked) => {
      const { chainId } = asked?.chainId === undefined ? here() : switchTo(asked.chainId)
      // Its `preferredAccountType` is what a dapp's client was answered last, and no wish.
      return kinds.userOf(users.get(), { chainId, on: state.get().chainId })
    },
    SWITCH_NETWORK: ({ chainId }) => switchTo(chainId),
    GET_CHAIN_ID: here,
    GET_SMART_ACCOUNT_ENABLED_NETWORKS: () => ({
      smartAccountEnabledNetworks: networks
        .filter(({ delegate }) => delegate !== undefined)
        .map(({ chainId }) => Number(chainId.slice('eip155:'.length))),
    }),
    // Nothing is left to set up: an account is switched to the code by the first transaction that needs it.
    INIT_SMART_ACCOUNT: async () => {
      const { address, smartAccountDeployed } = await kinds.userOf(users.get(), {
        chainId: state.get().chainId,
        on: state.get().chainId,
      })
      return { address, isDeployed: smartAccountDeployed === true }
    },
    // What the account is by then, whatever was wished for: the original's client asks for a kind before each GET_USER, and a refusal ends its login.
    SET_PREFERRED_ACCOUNT: async ({ type }) => {
      const user = users.get()
      const { chainId } = state.get()
      await kinds.prefer(type, chainId)
      return kinds.accountOf(user, chainId)
    },
  } satisfies Partial<Handlers>
}

/** What the page around says of how it looks, and of itself. */
function pageHandlers({ state }: Pick<HandlersParameters, 'state'>) {
  return {
    SYNC_THEME: ({ themeMode, themeVariables, w3mThemeVariables }) => {
      const { mode, accent } = state.get().theme
      // Where the dapp has chosen no accent, the original's own stands in w3mThemeVariables: the wallet keeps its own then.
      const chosen = themeVariables ? themeVariables['--w3m-accent'] : w3mThemeVariables?.['--w3m-accent']
      const isSaid = (themeVariables ?? w3mThemeVariables) !== undefined
      state.set({ theme: { mode: themeMode ?? mode, accent: isSaid ? chosen?.toString() : accent } })
      return undefined
    },
    // What a page says of itself isn't shown: who asks is the browser's word.
    SYNC_DAPP_DATA: () => undefined,
  } satisfies Partial<Handlers>
}

/** Logins by mail, at providers, and at Farcaster. */
function loginHandlers({ state, store, login, socials, users, kinds }: OfKinds) {
  return {
    CONNECT_EMAIL: async ({ email: typed }) => {
      const email = typed.trim().toLowerCase()
      const isThere = !store.isKept && users.find()?.person === personOf({ email })
      return isThere ? { action: 'CONNECT' } : login.email(email)
    },
    CONNECT_DEVICE: async (_, signal) => {
      const next = await login.device(signal)
      if (next === 'CONNECT') users.loggedIn()
      return next
    },
    CONNECT_OTP: async ({ otp }) => {
      await login.code(otp)
      users.loggedIn()
      return undefined
    },
    GET_SOCIAL_REDIRECT_URI: async ({ provider }) => ({ uri: await (await socials()).begin(provider) }),
    CONNECT_SOCIAL: async ({ uri, preferredAccountType }, signal) => {
      await (await socials()).finish(uri, signal)
      users.loggedIn()
      const user = users.get()
      const { chainId } = state.get()
      await kinds.prefer(preferredAccountType, chainId)
      return { ...(await kinds.userOf(user, { chainId: namedAs(chainId), on: chainId })), userName: user.userName }
    },
    GET_FARCASTER_URI: async () => ({ url: await (await socials()).farcaster.begin() }),
    CONNECT_FARCASTER: async (_, signal) => {
      const userName = await (await socials()).farcaster.finish(signal)
      users.loggedIn()
      return { userName }
    },
  } satisfies Partial<Handlers>
}

/** What a visitor who is logged in does to the login: another mailbox, and its end. */
function sessionHandlers({ store, changes, session, users, forgetAsked }: HandlersParameters) {
  return {
    UPDATE_EMAIL: async ({ email }) => (await changes()).begin(email),
    UPDATE_EMAIL_PRIMARY_OTP: async ({ otp }) => {
      await (await changes()).primary(otp)
      return undefined
    },
    UPDATE_EMAIL_SECONDARY_OTP: async ({ otp }, signal) => (await changes()).secondary(otp, signal),
    SIGN_OUT: async () => {
      forgetAsked()
      const ending = users.loggedOut()
      if (store.isKept || ending !== undefined) await session.end(ending)
      return undefined
    },
  } satisfies Partial<Handlers>
}

/**
 * A known device is connected as long as its session can be renewed; while the login server is away it stays so. Where the browser keeps no device for
 * the frame, the session is the wallet's own window's, which asks for a login where it is over.
 */
async function isConnected({
  store,
  session,
  users,
}: Pick<HandlersParameters, 'store' | 'session' | 'users'>): Promise<boolean> {
  if (!users.find()) return false
  if (!store.isKept) return true
  return session.token().then(
    () => true,
    () => store.get().user !== null,
  )
}

/** Which kind the account is. It has one address: a key's, which is a smart account where its network has the code for it (EIP-7702). */
function createKinds({ store, networks, codeAt }: Pick<HandlersParameters, 'store' | 'networks' | 'codeAt'>) {
  const isSmartOn = (on: string) => networks.some(({ chainId, delegate }) => chainId === on && delegate !== undefined)
  /** @throws WalletError where the wallet has none on the chain */
  const accountOf = (user: User, on: string) => {
    const isSmart = isSmartOn(on) && store.get().preferred !== 'eoa'
    return { type: isSmart ? 'smartAccount' : 'eoa', address: addressOn(user, on) } as const
  }
  const isDeployed = async (address: string, on: string): Promise<boolean> => {
    const code = isSmartOn(on) ? await codeAt(address, on).catch(() => undefined) : undefined
    return typeof code === 'string' && delegateIn(code) === delegateAddress.toLowerCase()
  }
  return {
    accountOf,
    /**
     * Keeps what the visitor would have; what can't be kept holds until the page is left. On a network where there is one kind alone nothing is wished: a client
     * of the original's repeats there what it was answered, before it goes on to another network.
     */
    async prefer(type: string | undefined, on: string): Promise<void> {
      if (isSmartOn(on) && v.is(AccountType, type) && store.get().preferred !== type)
        await store.set({ preferred: type }).catch(console.warn)
    },
    async userOf(
      user: User,
      { chainId, on }: { readonly chainId: string | number; readonly on: string },
    ): Promise<RequestReply<'GET_USER'>> {
      const { address, type } = accountOf(user, on)
      const kinds = isSmartOn(on) ? (['smartAccount', 'eoa'] as const) : (['eoa'] as const)
      return {
        ...{ email: user.email, address, chainId },
        smartAccountDeployed: await isDeployed(address, on),
        accounts: kinds.map((kind) => ({ address, type: kind })),
        preferredAccountType: type,
      }
    },
  }
}

/** The state of the frame's screen: one thing at a time, an application's request before a login. */
export interface FrameState {
  /** CAIP-2: the network that the application uses. */
  readonly chainId: string
  readonly theme: { readonly mode: 'light' | 'dark' | undefined; readonly accent: string | undefined }
  readonly login: LoginScreen | ChangeScreen | undefined
  readonly approvals: readonly WaitingApproval[]
  /** The visitor's answer, until it is finished: it stands before those that wait. */
  readonly answered: WaitingApproval | undefined
  /** A visitor was to see something of the page: it is drawn from then on. */
  readonly isDrawn: boolean
}
