import type { RequestReply } from '@foyer/embedded/protocol'
import type { WalletNetwork } from '@foyer/signing'
import { WalletError } from '../errors.js'
import type { Login } from '../login/login.js'
import type { SessionHolder } from '../login/session.js'
import type { KeptWallet } from '../vault/device.js'
import type { DeviceStore } from '../vault/deviceStore.js'
import type { Handlers } from './answering.js'
import { caipOf, namedAs, networkOf } from './networks.js'
import type { FrameState, Store } from './state.js'

export interface HandlersParameters {
  readonly state: Store<FrameState>
  readonly store: DeviceStore
  readonly login: Login
  readonly session: SessionHolder
  readonly networks: readonly WalletNetwork[]
  readonly rpc: Handlers['RPC_REQUEST']
  readonly rejectAll: () => void
  readonly reload: () => void
}

const notYet = (): never => {
  throw new WalletError({ sentence: 'error.notAvailable', rpcCode: 4200 })
}

/** The wallet that is logged in here. @throws WalletError where none is */
export function openedWallet(store: DeviceStore): KeptWallet & { readonly email: string } {
  const { wallet, email } = store.get()
  if (!wallet || email === null) throw new WalletError({ sentence: 'error.signedOut', rpcCode: 4100 })
  return { ...wallet, email }
}

/** Every request of the protocol, and what this wallet answers. */
export function createHandlers(parameters: HandlersParameters): Handlers {
  const { state, store, login, session, networks, rpc, rejectAll, reload } = parameters
  const switchTo = (chainId: string | number) => {
    const network = networkOf(networks, caipOf(chainId))
    state.set({ chainId: network.chainId })
    return { chainId }
  }
  return {
    ...later,
    IS_CONNECTED: async () => ({ isConnected: await isConnected({ store, session }) }),
    GET_USER: (asked) => {
      const { chainId } =
        asked?.chainId === undefined ? { chainId: namedAs(state.get().chainId) } : switchTo(asked.chainId)
      return userOf({ wallet: openedWallet(store), chainId, family: familyOf(state.get().chainId) })
    },
    SWITCH_NETWORK: ({ chainId }) => switchTo(chainId),
    GET_CHAIN_ID: () => ({ chainId: namedAs(state.get().chainId) }),
    GET_SMART_ACCOUNT_ENABLED_NETWORKS: () => ({ smartAccountEnabledNetworks: [] }),
    SET_PREFERRED_ACCOUNT: () => {
      throw new WalletError({ sentence: 'error.smartAccounts', rpcCode: 4200 })
    },
    SYNC_THEME: ({ themeMode, w3mThemeVariables }) => {
      const mode = themeMode ?? state.get().theme.mode
      state.set({ theme: { mode, accent: w3mThemeVariables?.['--w3m-accent'] ?? state.get().theme.accent } })
      return undefined
    },
    // What a page says of itself isn't shown: who asks is the browser's word.
    SYNC_DAPP_DATA: () => undefined,
    CONNECT_EMAIL: async ({ email }) => ({ action: await login.email(email.trim().toLowerCase()) }),
    CONNECT_DEVICE: async () => {
      await login.device()
      return undefined
    },
    CONNECT_OTP: async ({ otp }) => {
      await login.code(otp)
      return undefined
    },
    SIGN_OUT: async () => {
      rejectAll()
      await session.end()
      return undefined
    },
    RPC_REQUEST: rpc,
    RELOAD: () => {
      reload()
      return undefined
    },
  }
}

/** What this wallet doesn't have yet: other ways to log in, and another mailbox. */
const later = {
  CONNECT_SOCIAL: notYet,
  GET_SOCIAL_REDIRECT_URI: notYet,
  GET_FARCASTER_URI: notYet,
  CONNECT_FARCASTER: notYet,
  UPDATE_EMAIL: notYet,
  UPDATE_EMAIL_PRIMARY_OTP: notYet,
  UPDATE_EMAIL_SECONDARY_OTP: notYet,
}

/** A known device is connected as long as its session can be renewed; while the login server is away it stays so. */
async function isConnected({ store, session }: Pick<HandlersParameters, 'store' | 'session'>): Promise<boolean> {
  const { wallet, email } = store.get()
  if (!wallet || email === null) return false
  return session.token().then(
    () => true,
    () => store.get().email !== null,
  )
}

const familyOf = (chainId: string): 'eip155' | 'solana' => (chainId.startsWith('solana:') ? 'solana' : 'eip155')

const userOf = ({
  wallet: { email, addresses },
  chainId,
  family,
}: {
  readonly wallet: ReturnType<typeof openedWallet>
  readonly chainId: string | number
  readonly family: 'eip155' | 'solana'
}): RequestReply<'GET_USER'> => {
  const address = addresses[family]
  return {
    email,
    address,
    chainId,
    smartAccountDeployed: false,
    accounts: [{ address, type: 'eoa' }],
    preferredAccountType: 'eoa',
  }
}
