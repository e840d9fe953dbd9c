import type { ConnectAttempt, ConnectMethod, Foyer, LoginRequest, SocialProvider } from '@foyer/core'
import { AbortedError, InvalidLoginError } from '@foyer/core/errors'
import {
  collapsesWallets,
  connectMethods,
  contextOf,
  loginConnector,
  type ObservableValue,
  observable,
  offeredLogins,
  reportUnexpected,
  roomOf,
  startAttempt,
} from '@foyer/core/internal'
import type { PlainSentenceKey } from '@foyer/core/messages'
import { useSyncExternalStore } from 'react'
import { useFoyer } from '../kit.js'
import { useSelect } from '../useSelect.js'
import { viewOf } from './attempt.js'
import { againAtOf, CodeAnswers, sentBy, useSecondsUntil } from './codeAnswers.js'
import { knownEmailOf } from './knownEmail.js'
import { LoginWindow, type LoginWindowState } from './loginWindow.js'
import { needsWindow, openAtPress } from './openAtPress.js'

/**
 * Where a login stands: `idle` before one and after a cancelled one; `starting`; `device` while a link that was sent is to be followed; `code` while one
 * is to be typed in; `checking` while what was answered is looked at; `window` while the provider's window is needed; `scan` while an application on a telephone is; `leaving` the page for the
 * provider's; or `failed`.
 */
export type LoginPhase = 'idle' | 'starting' | 'device' | 'code' | 'checking' | 'window' | 'scan' | 'leaving' | 'failed'

export interface Login {
  /** The ways to connect that there are, in the order in which they stand. */
  readonly methods: readonly ConnectMethod[]
  /** The social accounts to log in with, in the order in which they stand. */
  readonly socials: readonly SocialProvider[]
  /** The wallets wait behind one button. */
  readonly collapsed: boolean
  /** What is typed as the address, kept while the visitor goes on and comes back. */
  readonly email: string
  /** Changes what is typed. */
  readonly setEmail: (email: string) => void
  /** The address by which somebody logged in here last, to be offered; undefined where there is none, or another is to be typed. */
  readonly knownEmail: string | undefined
  /** Forgets that address. */
  readonly forgetEmail: () => void
  /** Where the login stands. */
  readonly phase: LoginPhase
  /** How the visitor logs in. */
  readonly login: LoginRequest | undefined
  /** Where the code or the link was sent. */
  readonly sentTo: string | undefined
  /** The address that the application on a telephone opens: set while it is needed. */
  readonly farcasterUrl: string | undefined
  /** How many digits the code has. */
  readonly digits: number
  /** How many codes were wrong by now: with each the field begins anew. */
  readonly wrongCodes: number
  /** ms since 1970: until then the code or the link is good. */
  readonly expiresAt: number | undefined
  /** In how many seconds another message may be asked for; 0 from then on. */
  readonly againIn: number
  /** Whether the provider's window is there: one that is blocked or closed is opened by `openWindow`. */
  readonly window: LoginWindowState
  /** Why it failed, by key: see `useFoyerSentences`. */
  readonly notice: PlainSentenceKey | undefined
  /** Why, in the words of the operator's wallet, where it says more. */
  readonly reason: string | undefined
  /** After how many seconds it may be tried again, where it was too early. */
  readonly tooEarly: number | undefined
  /** Begins a login. To be called by the press itself where it is a social one, as only that may open a window. */
  readonly start: (login: LoginRequest) => void
  /** Begins the same once more. */
  readonly startAgain: () => void
  /** Answers with the code that was typed in. */
  readonly submitCode: (code: string) => void
  /** Has another message sent. */
  readonly sendAgain: () => void
  /** Opens the provider's window, by a press; where the browser refuses that as well, the page is left for the provider's. */
  readonly openWindow: () => void
  /** Cancels the login. */
  readonly cancel: () => void
}

/**
 * Logging in, to be drawn by the host: the ways that there are, and what the visitor is asked on the way.
 *
 * @throws ProviderMissingError outside of a provider
 * @see S2.19 S2.20
 * @example
 * const { phase, email, setEmail, start, submitCode } = useFoyerLogin()
 * if (phase === 'code') return <input autoComplete="one-time-code" onChange={(event) => submitCode(event.target.value)} />
 * return <form onSubmit={() => start({ method: 'email', email })}>…</form>
 */
export function useFoyerLogin(): Login {
  const foyer = useFoyer()
  const desk = deskOf(foyer)
  const { state, attempt } = useSelect((all) => ({
    state: { connectors: all.connectors, connectorFilter: all.connectorFilter, features: all.features },
    attempt: all.connection.attempts.connect,
  }))
  const email = useSyncExternalStore(desk.email.subscribe, desk.email.get, desk.email.get)
  const known = knownEmailOf(foyer).email
  const knownEmail = useSyncExternalStore(known.subscribe, known.get, nothingKnown)
  const answers = useSyncExternalStore(desk.answers.state.subscribe, desk.answers.state.get, desk.answers.state.get)
  const opened = useSyncExternalStore(desk.window.state.subscribe, desk.window.state.get, desk.window.state.get)
  const offered = offeredLogins(contextOf(foyer), state)
  const isOffered = { email: offered.email, social: offered.socials.length > 0, wallet: foyer.options.enableWallets }
  const own = attempt?.login ? attempt : undefined
  const { failure } = viewOf(own)
  return {
    ...sentBy(own?.end ? undefined : own?.step),
    farcasterUrl: own && !own.end && own.step.type === 'scan' ? own.step.url : undefined,
    methods: connectMethods(state).filter((method) => isOffered[method]),
    socials: offered.socials,
    collapsed: collapsesWallets(state) && (offered.email || isOffered.social),
    email,
    knownEmail,
    phase: phaseOf(own, answers.isOpen),
    wrongCodes: answers.wrongCodes,
    login: own?.login,
    againIn: useSecondsUntil(own?.end ? undefined : againAtOf(own?.step)),
    window: opened,
    notice: failure?.notice,
    reason: failure?.reason,
    tooEarly: failure?.seconds,
    ...desk.actions,
  }
}

/** A server knows no visitor. */
const nothingKnown = () => undefined

function phaseOf(attempt: ConnectAttempt | undefined, isChecked: boolean): LoginPhase {
  if (!attempt || attempt.end) return attempt?.end?.status === 'failed' ? 'failed' : 'idle'
  const { step } = attempt
  switch (step.type) {
    case 'codeSent':
      return isChecked ? 'checking' : 'code'
    case 'deviceApproval':
      return 'device'
    case 'popup':
      return 'window'
    case 'scan':
      return step.isAnswered ? 'checking' : 'scan'
    case 'redirect':
      return 'leaving'
    default:
      return 'starting'
  }
}

type Actions = Pick<
  Login,
  'setEmail' | 'forgetEmail' | 'start' | 'startAgain' | 'submitCode' | 'sendAgain' | 'openWindow' | 'cancel'
>

/** What a kit keeps of a login beside the store: the address as it is typed, what was answered, and the provider's window. */
class LoginDesk {
  readonly email: ObservableValue<string> = observable('')
  readonly answers: CodeAnswers
  readonly window: LoginWindow
  readonly actions: Actions

  constructor(foyer: Foyer) {
    this.answers = new CodeAnswers(foyer, 'connect')
    this.window = new LoginWindow({ foyer, opened: () => this.answers.reply({ opened: true }) })
    this.actions = actionsOf({ foyer, desk: this })
  }

  end(): void {
    this.answers.end()
    this.window.end()
  }
}

const deskOf = (foyer: Foyer): LoginDesk => roomOf(contextOf(foyer), { Room: LoginDesk, kit: foyer })

/** The login that begins goes on in a window that its press has opened before any of this was there. */
export const takeLoginWindow = (foyer: Foyer, opened: Window | null): void => void deskOf(foyer).window.take(opened)

function actionsOf({
  foyer,
  desk,
}: {
  readonly foyer: Foyer
  readonly desk: Pick<LoginDesk, 'answers' | 'email' | 'window'>
}): Actions {
  const context = contextOf(foyer)
  const known = knownEmailOf(foyer)
  const attemptNow = () => foyer.store.getState().connection.attempts.connect
  const start = (asked: LoginRequest) => {
    const login = asked.method === 'email' ? { ...asked, email: asked.email.trim() } : asked
    const connectorId = loginConnector(context, foyer.store.getState(), login)?.id
    if (connectorId === undefined) return
    if (needsWindow(login)) desk.window.take(openAtPress())
    startAttempt(foyer, { kind: 'connect', connectorId, login }).then(
      () => {
        desk.email.set('')
        if (login.method === 'email') known.set(login.email)
      },
      (error: unknown) => reportUnlessShown(context, error),
    )
  }
  return {
    setEmail: desk.email.set,
    forgetEmail: () => known.set(undefined),
    start,
    startAgain() {
      const login = attemptNow()?.login
      if (login) start(login)
    },
    submitCode: desk.answers.submitCode,
    sendAgain() {
      if (context.clock.now() >= (againAtOf(attemptNow()?.step) ?? 0)) desk.answers.reply({ sendAgain: true })
    },
    openWindow() {
      const wasBlocked = desk.window.state.get() === 'blocked'
      if (!desk.window.take(openAtPress()) && wasBlocked) desk.answers.reply({ opened: false })
    },
    cancel() {
      const attempt = attemptNow()
      if (attempt?.login) context.running.get(attempt.id)?.controller.abort(new AbortedError())
    },
  }
}

/** An address that can't be one is said beside the field; the rest that isn't a refusal is reported. */
function reportUnlessShown(context: Parameters<typeof reportUnexpected>[0], error: unknown): void {
  if (!(error instanceof InvalidLoginError)) reportUnexpected(context, error)
}
