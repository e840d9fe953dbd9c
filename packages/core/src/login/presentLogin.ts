import type { PlainSentenceKey } from '../catalogue/sentences.js'
import type { ConnectMethod } from '../config/options.js'
import type { LoginRequest, SocialProvider } from '../connector/live.js'
import { contextOf } from '../context.js'
import { InvalidLoginError } from '../errors/action.js'
import { AbortedError } from '../errors/connection.js'
import type { Foyer, ShownKit } from '../foyer.js'
import type { ConnectAttempt } from '../state/attempt.js'
import type { FoyerState } from '../state/state.js'
import { type ObservableValue, observable, roomOf } from '../store/observable.js'
import { type Selected, selected } from '../store/selected.js'
import { attemptView } from '../view/attemptView.js'
import { reportUnexpected, startAttempt } from '../view/views.js'
import { type Answered, againAtOf, CodeAnswers, sentBy } from './codeAnswers.js'
import { knownEmailOf } from './knownEmail.js'
import { LoginWindow, type LoginWindowState, needsWindow, openAtPress } from './loginWindow.js'
import { collapsesWallets, connectMethods, loginConnector, offeredLogins } from './methods.js'
import { secondsUntil } from './secondsUntil.js'

/**
 * The phase of a login: `idle` before one and after a cancelled one; `starting`; `device` while a link that was sent is to be followed; `code` while one
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
  /** The address as it is typed, kept while the visitor goes on and comes back. */
  readonly email: string
  /** Changes what is typed. */
  readonly setEmail: (email: string) => void
  /** The address of the last login here, to be offered; undefined where there is none, or another is to be typed. */
  readonly knownEmail: string | undefined
  /** Forgets that address. */
  readonly forgetEmail: () => void
  /** The phase of the login. */
  readonly phase: LoginPhase
  /** The visitor's way to log in. */
  readonly login: LoginRequest | undefined
  /** The address that the code or the link was sent to. */
  readonly sentTo: string | undefined
  /** The address that the application on a telephone opens: set while it is needed. */
  readonly farcasterUrl: string | undefined
  /** The number of the code's digits. */
  readonly digits: number
  /** The number of wrong codes so far: with each the field begins anew. */
  readonly wrongCodes: number
  /** ms since 1970: until then the code or the link is good. */
  readonly expiresAt: number | undefined
  /** Within the hour this browser has asked for more mails to the address than are sent. */
  readonly moreThanSent: boolean
  /** Within the hour it has asked for as many as are sent. */
  readonly noMoreSent: boolean
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
 * Presents logging in: the ways that there are, and what the visitor is asked on the way.
 *
 * @see S2.19 S2.20
 * @example const { phase, start } = presentLogin({ foyer, shown: foyer }).get()
 */
export function presentLogin({ foyer, shown }: ShownKit): Selected<Login> {
  const desk = deskOf(foyer)
  const { email: known } = knownEmailOf(foyer)
  const { store } = shown
  const againIn = secondsUntil({
    clock: contextOf(foyer).clock,
    at: () => againAtOf(stepOf(loginOf(store.getState()))),
    moved: store.subscribe,
  })
  return selected({
    store,
    beside: [desk.email, desk.answers.state, desk.window.state, known, againIn],
    select: (state, { isInitial }) => ({
      ...offeredBy(foyer, state),
      ...loginView(loginOf(state), desk.answers.state.get()),
      email: desk.email.get(),
      // A server knows no visitor.
      knownEmail: isInitial ? undefined : known.get(),
      againIn: againIn.get(),
      window: desk.window.state.get(),
      ...desk.actions,
    }),
  })
}

function offeredBy(foyer: Foyer, state: FoyerState): Pick<Login, 'methods' | 'socials' | 'collapsed'> {
  const { email, socials } = offeredLogins(contextOf(foyer), state)
  const isOffered = { email, social: socials.length > 0, wallet: foyer.options.enableWallets }
  return {
    methods: connectMethods(state).filter((method) => isOffered[method]),
    socials,
    collapsed: collapsesWallets(state) && (email || isOffered.social),
  }
}

/** The attempt that is a login. */
function loginOf({ connection }: FoyerState): ConnectAttempt | undefined {
  const { connect: attempt } = connection.attempts
  return attempt?.login ? attempt : undefined
}

const stepOf = (attempt: ConnectAttempt | undefined): ConnectAttempt['step'] | undefined =>
  attempt?.end ? undefined : attempt?.step

/** Pure: what is shown of a login. */
function loginView(attempt: ConnectAttempt | undefined, { isOpen, wrongCodes }: Answered) {
  const step = stepOf(attempt)
  const { failure } = attemptView(attempt)
  return {
    ...sentBy(step),
    farcasterUrl: step?.type === 'scan' ? step.url : undefined,
    phase: phaseOf(attempt, isOpen),
    wrongCodes,
    login: attempt?.login,
    notice: failure?.notice,
    reason: failure?.reason,
    tooEarly: failure?.seconds,
  }
}

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

/** A kit's state of a login beside the store: the address as it is typed, what was answered, and the provider's window. */
class LoginDesk {
  readonly email: ObservableValue<string> = observable('')
  readonly answers: CodeAnswers
  readonly window: LoginWindow
  readonly actions: Actions

  constructor(foyer: Foyer) {
    this.answers = new CodeAnswers(foyer, 'connect')
    this.window = new LoginWindow({ foyer, opened: () => this.answers.reply({ opened: true }) })
    this.actions = actionsOf({ foyer, desk: this })
    // Who presents it goes on with it after the kit's next start.
    foyer.store.subscribe((state, before) => {
      if (before.started && !state.started) this.reset()
    })
  }

  private reset(): void {
    this.window.end()
    this.email.set('')
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
