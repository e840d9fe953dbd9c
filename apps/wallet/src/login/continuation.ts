import type { Input } from '@foyer/core/wire'
import { encodeBytes } from '@foyer/custody/bytes'
import { type CeremonyState, cancelCeremonyCall, continueCall, type Released } from '@foyer/custody/keeperCalls'
import { createBoxKeys, exportPublicKey } from '@foyer/custody/sealedBox'
import { readReceipt } from '@foyer/login/keeperWords'
import { WalletError } from '../errors.js'
import { spokenLanguage, timeOf } from '../messages/say.js'
import type { Servers } from '../servers/servers.js'
import type { KeptCeremony } from '../vault/device.js'
import type { DeviceStore } from '../vault/deviceStore.js'
import type { LoginParameters, LoginScreen } from './login.js'

/** The request to a window of the wallet's own, so that the wallet opens in this frame; and what takes its answer. */
export interface Continuation {
  readonly asked: Input<(typeof continueCall)['payload']>
  /** The keeper has released it there. */
  released(answer: Released): Promise<void>
  /** The login that goes on; a door that the visitor has opened there ends it, by `continueByDoor`. */
  readonly login: LoginParameters
  /** Whoever waits for another way is told that the wallet is open here. */
  entered(): void
}

/** Makes a key for the keeper to seal to; what is released to it takes the place of the mail's ceremony, which `continued` then says. */
export async function continuation(
  login: LoginParameters,
  { person, ...on }: Pick<Continuation, 'entered'> & { readonly person: string; readonly continued: () => void },
): Promise<Continuation> {
  const { store, site, keeperKeys, now } = login
  const boxKeys = await createBoxKeys()
  const key = encodeBytes(await exportPublicKey(boxKeys.publicKey))
  const device = encodeBytes(await exportPublicKey(store.get().keys.publicKey))
  return {
    ...{ login, entered: on.entered, asked: { site, device, key, person, language: spokenLanguage() } },
    async released({ ceremony, confirmation }) {
      const { expiresAt, person: whose } = await readReceipt({
        receipt: confirmation,
        keeper: keeperKeys.signing,
        is: 'confirmed',
        now: now(),
      })
      // The browser may know another person's wallet than the one that is logged in here.
      if (whose !== person) throw new WalletError({ sentence: 'error.otherWallet' })
      await store.set({ ceremony: { ceremony, person, expiresAt, digits: '', boxKeys } })
      on.continued()
    },
  }
}

/** Creates signals for what is asked before a window continues: each is aborted then, and has another in its place. */
export function untilContinued(): { readonly before: () => AbortSignal; readonly continued: () => void } {
  let until = new AbortController()
  return {
    before: () => until.signal,
    continued() {
      until.abort()
      until = new AbortController()
    },
  }
}

/** Has the keeper release a wallet, where it knows this browser. @throws RefusedError where it doesn't · WalletError (`error.secured`) where it has nothing that opens the wallet */
export async function releasedBy(servers: Pick<Servers, 'signed'>, asked: Continuation['asked']): Promise<Released> {
  const answer = await servers.signed(continueCall, asked)
  if (answer.status === 'secured') throw new WalletError({ sentence: 'error.secured' })
  return answer
}

/** Whether the visitor has opened a person's wallet here by what they have: then nothing else is waited for. */
export function isEntered({ store }: { readonly store: DeviceStore }, person: string): boolean {
  const { ceremony, user, wallet } = store.get()
  return ceremony === null && user?.person === person && wallet?.person === person
}

/** The keeper makes it wait, or has nothing that opens the wallet. */
export type Waits = Extract<CeremonyState, { readonly status: 'held' | 'secured' }>

/** Returns the screen by which a visitor goes on while the keeper doesn't open the wallet. */
export function waitingScreen(
  { servers, show, report }: Pick<LoginParameters, 'servers' | 'show' | 'report'>,
  { ceremony: { ceremony, digits }, email, toContinue }: WaitingFor,
  state: Waits,
): LoginScreen {
  if (state.status === 'secured') return { is: state.status, email, toContinue }
  const cancel = () => {
    show(undefined)
    servers.signed(cancelCeremonyCall, { ceremony }).catch(report)
  }
  return { is: state.status, digits, email, opensAt: state.opensAt, cancel, toContinue }
}

/** The same as an application's failure; how long it waits is said in a sentence. */
export const waitingError = (state: Waits, held: 'error.held' | 'held.sayHere'): WalletError =>
  state.status === 'held'
    ? new WalletError({ sentence: held, values: { when: timeOf(state.opensAt) } })
    : new WalletError({ sentence: 'error.secured' })

interface WaitingFor {
  readonly ceremony: KeptCeremony
  /** The mailbox to which the wait was written; null for a visitor who has none. */
  readonly email: string | null
  readonly toContinue: () => Promise<Continuation>
}
