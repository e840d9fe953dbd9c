import { attemptView, contextOf, reportUnexpected } from '@foyer/core/internal'
import type { PlainSentenceKey } from '@foyer/core/messages'
import { leaveSignIn, type SigningAccount, showSignInText, signIn, signInState, signOut } from '@foyer/core/signin'
import type { SiwxSession } from '@foyer/core/siwx'
import { useMemo, useState } from 'react'
import { useKit } from '../kit.js'
import { useObservable } from '../useObservable.js'
import { useSelect } from '../useSelect.js'
import { useStarter } from './connecting.js'

export interface SignIn {
  /**
   * `none`: no account is connected on a network of the application, or the kit has no sign-in; `checking`: whether the account is signed in is being found
   * out.
   */
  readonly status: 'none' | 'checking' | 'signedOut' | 'signedIn'
  /** The phase: the wallet is asked to sign, or the visitor is being disconnected. */
  readonly phase: 'idle' | 'signing' | 'leaving'
  /** The account that signs in, on its network. */
  readonly account: SigningAccount | undefined
  /** The session that the visitor signed. */
  readonly session: SiwxSession | undefined
  /** A visitor who doesn't sign in is disconnected. */
  readonly isRequired: boolean
  /** The text that the wallet is asked to sign, letter by letter, once `showText` was called. */
  readonly text: string | undefined
  /** Until when what is signed holds, in milliseconds since 1970; undefined where it says no end, or isn't known yet. */
  readonly expiresAt: number | undefined
  /** Makes the text that is signed, to be read before. */
  readonly showText: () => void
  /** Why the last signing failed, by key: see `useFoyerSentences` with `signInSentences`; undefined while one runs. */
  readonly notice: PlainSentenceKey | undefined
  /** Asks the wallet; while it is being asked this changes nothing. */
  readonly signIn: () => void
  /** Leaves without signing: disconnects where it is required. */
  readonly cancel: () => void
  /** Ends the sessions, and the connection where they are required. */
  readonly signOut: () => void
}

/**
 * Whether the visitor is signed in, and what signs them in and out: for a kit with `siwx`.
 *
 * @throws ProviderMissingError outside of a provider
 * @example
 * const { status, phase, signIn } = useFoyerSignIn()
 * if (status === 'signedOut') return <button onClick={signIn}>{phase === 'signing' ? 'Confirm in your wallet' : 'Sign in'}</button>
 */
export function useFoyerSignIn(): SignIn {
  const { foyer } = useKit()
  const source = useMemo(() => signInState(foyer), [foyer])
  const state = useObservable(source)
  const { isRunning } = attemptView(useSelect(({ connection }) => connection.attempts.signIn))
  const { start } = useStarter()
  const [ending, setEnding] = useState(false)
  const end = (work: () => Promise<void>) => {
    if (ending) return
    setEnding(true)
    work()
      .catch((error: unknown) => reportUnexpected(contextOf(foyer), error))
      .finally(() => setEnding(false))
  }
  const { notice, text } = state.status === 'signedOut' ? state : { notice: undefined, text: undefined }
  const account = state.status === 'none' ? undefined : state.account
  return {
    status: state.status,
    phase: ending ? 'leaving' : isRunning ? 'signing' : 'idle',
    account,
    session: state.status === 'signedIn' ? state.session : undefined,
    isRequired: state.status === 'signedOut' && state.isRequired,
    notice: isRunning ? undefined : notice,
    text: text?.message,
    expiresAt: text?.expiresAt,
    showText: () => void showSignInText(foyer),
    signIn() {
      if (account && !isRunning) start(`${account.networkId}:${account.address}`, (signal) => signIn(foyer, { signal }))
    },
    cancel: () => end(() => leaveSignIn(foyer)),
    signOut: () => end(() => signOut(foyer)),
  }
}
