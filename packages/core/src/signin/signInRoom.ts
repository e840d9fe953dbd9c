import { dispatchEvent } from '../attempt/runAttempt.js'
import type { PlainSentenceKey } from '../catalogue/sentences.js'
import { type Family, isFamily, type NetworkId } from '../chain/ids.js'
import type { SiwxHost } from '../config/siwxHost.js'
import type { FamilyActions } from '../connector/family.js'
import type { FoyerContext } from '../context.js'
import { AdapterNotFoundError, NetworkNotConfiguredError } from '../errors/connection.js'
import type { KitEvents } from '../events/event.js'
import { onDemand } from '../loading/piece.js'
import { siwxSource } from '../setup/setup.js'
import type { SignedText, Siwx, SiwxMessage, SiwxSession } from '../siwx/siwx.js'
import { accountIdOfFamily, accountOf, connectionOf, networkIdOf, networkOf } from '../state/selectors.js'
import type { FoyerState } from '../state/state.js'
import { type Observable, observable, roomOf } from '../store/observable.js'

/** An account on the network that it is on: each signs in by itself. */
export interface SigningAccount {
  readonly family: Family
  readonly networkId: NetworkId
  readonly address: string
}

/** A text that is ready to be signed. */
export interface SignInText {
  readonly account: SigningAccount
  readonly data: SiwxMessage
  readonly message: string
  /** Milliseconds since 1970; undefined where it says no end. */
  readonly expiresAt: number | undefined
  readonly madeAt: number
}

/**
 * The state of signing in. `none`: no account is connected on a network of the application, or the kit has no sign-in; `checking`: whether the account is
 * signed in is being found out.
 */
export type SignInState =
  | { readonly status: 'none' }
  | { readonly status: 'checking'; readonly account: SigningAccount }
  | {
      readonly status: 'signedOut'
      readonly account: SigningAccount
      /** A visitor who doesn't sign in is disconnected. */
      readonly isRequired: boolean
      /** That is happening. */
      readonly isLeaving?: boolean | undefined
      /** Why the last signing came to nothing. */
      readonly notice?: PlainSentenceKey | undefined
      /** The text that the wallet is asked to sign, once the visitor wants to see it. */
      readonly text?: Pick<SignInText, 'message' | 'expiresAt'> | undefined
    }
  | { readonly status: 'signedIn'; readonly account: SigningAccount; readonly session: SiwxSession }

/** The account that is to be signed in: the active family's, on a network that is configured. */
export function signingAccount(state: FoyerState): SigningAccount | undefined {
  const { family, connection } = state
  const address = connectionOf(connection, family)?.addresses[family]
  const network = networkOf(state)
  if (address === undefined || !network || !accountIdOfFamily(connection, family)) return undefined
  return { family, networkId: network.caipNetworkId, address }
}

export const isSameAccount = (one: SigningAccount | undefined, other: SigningAccount | undefined): boolean =>
  one?.networkId === other?.networkId && one?.address === other?.address

/** A kit's state of signing in beside its store. */
export class SignInRoom {
  readonly kit: FoyerContext
  readonly state: Observable<SignInState>
  /** Loads the store of the sessions; undefined where the kit has no sign-in. @throws ChunkLoadError */
  readonly siwx: () => Promise<Siwx | undefined>
  /** The signing in progress: a second press waits for the same. */
  signing: Promise<SiwxSession> | undefined
  /** Asks once more whether the visitor is signed in; does nothing until the kit watches. */
  lookAgain: () => void = () => {}
  /** The text that was made last, until it has been signed. */
  text: SignInText | undefined
  /** The sign-outs that a disconnecting has yet to do. */
  leaving: Promise<unknown> = Promise.resolve()
  readonly #set: (state: SignInState) => void

  constructor(kit: FoyerContext) {
    this.kit = kit
    const { get, set, subscribe } = observable<SignInState>({ status: 'none' })
    this.state = { get, subscribe }
    this.#set = set
    const source = siwxSource(kit)
    this.siwx = onDemand({
      chunk: 'siwx',
      load: async () => (typeof source === 'function' ? source(siwxHostOf(this)) : source),
    })
  }

  /** The account that the state is about. */
  get account(): SigningAccount | undefined {
    const state = this.state.get()
    return state.status === 'none' ? undefined : state.account
  }

  /** Closing the view is refused for as long as the visitor has to sign in [S2.18]. */
  move(state: SignInState): void {
    const mustSignIn = state.status === 'signedOut' && state.isRequired && state.isLeaving !== true
    this.kit.update((now) => ((now.mustSignIn ?? false) === mustSignIn ? now : { mustSignIn }))
    this.#set(state)
  }

  /** Changes what is known of an account that isn't signed in. @returns whether there is one */
  moveOn(change: Pick<Extract<SignInState, { readonly status: 'signedOut' }>, 'notice' | 'text'>): boolean {
    const state = this.state.get()
    if (state.status === 'signedOut') this.move({ ...state, ...change })
    return state.status === 'signedOut'
  }

  isAbout(account: SigningAccount): boolean {
    return isSameAccount(this.account, account)
  }

  /** Emits how signing in ended: of an account no more than its kind. */
  track(
    event: Extract<keyof KitEvents, `${string}SIWX${string}`>,
    { family, networkId, address }: SigningAccount,
  ): void {
    this.kit.track({ event, properties: { network: networkId, isSmartAccount: this.isSmart({ family, address }) } })
  }

  isSmart({ family, address }: Pick<SigningAccount, 'family' | 'address'>): boolean {
    const { accounts } = accountOf(this.kit.store.getState(), family)
    return accounts.some((each) => each.address === address && each.type === 'smartAccount')
  }

  /** Calls off what is being signed: a late signature is kept nowhere. */
  cancel(): void {
    const { signIn } = this.kit.store.getState().connection.attempts
    if (signIn) dispatchEvent(this.kit, { type: 'failed', attemptId: signIn.id })
  }

  end(): void {
    this.cancel()
    this.move({ status: 'none' })
  }
}

/** A kit's room of signing in; the same for as long as the kit runs. */
export function signInRoomOf(kit: FoyerContext): SignInRoom {
  return roomOf(kit, { Room: SignInRoom, kit })
}

function siwxHostOf(room: SignInRoom): SiwxHost {
  const { kit } = room
  const { persistence, clock, store, api, report, endings } = kit
  return {
    clock,
    api,
    report,
    storage: {
      getItem: (key) => persistence.read(`siwx:${key}`) ?? null,
      setItem: (key, value) => persistence.write(`siwx:${key}`, value),
      removeItem: (key) => persistence.write(`siwx:${key}`, undefined),
    },
    page() {
      const { location } = globalThis
      return location
        ? { domain: location.host, uri: `${location.origin}${location.pathname}` }
        : { domain: 'Unknown Domain', uri: 'Unknown URI' }
    },
    verify: (signed) => verifySigned(kit, signed),
    wallet: () => accountOf(store.getState()).connection?.connector,
    networkId: () => networkIdOf(store.getState()),
    changed: () => room.lookAgain(),
    onStop: (end) => endings.add(end),
  }
}

type Kept = Pick<FoyerContext, 'persistence' | 'clock'>

/** Notifies the other tabs of the dapp of a sign-in or sign-out: they read the session store again. */
export function tellTabs({ persistence, clock }: Kept, change: 'in' | 'out'): void {
  persistence.write('sign_in_changed', `${clock.now()} ${change}`)
}

/** Calls back for each sign-in and sign-out of another tab. @returns stops */
export const listenToTabs = ({ persistence }: Pick<Kept, 'persistence'>, changed: () => void): (() => void) =>
  persistence.watch(({ key }) => key === 'sign_in_changed' && changed())

/**
 * Whether an account has signed a text, by the adapter of its family: of an account that isn't connected, too.
 *
 * @throws NetworkNotConfiguredError · AdapterNotFoundError where none verifies the family's messages · ChunkLoadError
 */
export async function verifySigned(kit: FoyerContext, signed: SignedText): Promise<boolean> {
  const { networkId, address, message, signature, signal } = signed
  const { networks } = kit.store.getState()
  const network = networks.find(({ caipNetworkId }) => caipNetworkId === networkId)
  if (!network)
    throw new NetworkNotConfiguredError({ networkId, configured: networks.map(({ caipNetworkId }) => caipNetworkId) })
  const actions = await familyActions(kit, networkId)
  if (!actions?.verifyMessage) throw new AdapterNotFoundError({ family: network.chainNamespace })
  return actions.verifyMessage({ address, network, message, signature, signal })
}

/** Whether the kit has an adapter for a network's family that can verify. @throws ChunkLoadError */
export async function canVerify(kit: FoyerContext, networkId: string): Promise<boolean> {
  return (await familyActions(kit, networkId))?.verifyMessage !== undefined
}

async function familyActions(
  { adapters, adapterHost }: FoyerContext,
  networkId: string,
): Promise<FamilyActions | undefined> {
  const family = networkId.split(':')[0] ?? ''
  return isFamily(family) ? adapters.get(family)?.actions(adapterHost) : undefined
}
