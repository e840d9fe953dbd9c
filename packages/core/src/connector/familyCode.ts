/** Code that every family shares. */
import type { Family } from '../chain/ids.js'
import { messageBytes, messageText } from '../chain/messageText.js'
import type { Clock } from '../clock/clock.js'
import { sleep } from '../clock/sleep.js'
import { MessageNotTextError } from '../errors/action.js'
import { AbortedError, NetworkNotConfiguredError } from '../errors/connection.js'
import { FoyerError } from '../errors/FoyerError.js'
import { BroadcastUnclearError } from '../errors/feature.js'
import { foreignError, saysMissing } from '../errors/foreignError.js'
import { HttpError, ServerUnreachableError } from '../errors/http.js'
import { InvalidResponseError } from '../errors/InvalidResponseError.js'
import {
  RequestTimeoutError,
  requestExpiryMs,
  UnknownWalletError,
  UnsupportedMethodError,
  WalletAnswerError,
} from '../errors/wallet.js'
import type { Network } from '../networks/network.js'
import type { AdapterHost } from './connector.js'
import type { FamilyActions, FamilyWallet } from './family.js'
import { plainText } from './saidInPage.js'

export interface AskWalletParameters<T> {
  /** The method's name, or the feature's. */
  readonly method: string
  /** Makes the request; it may throw at once, and anything at all. */
  readonly ask: () => unknown
  /** Reads the answer; undefined where it isn't what the method returns. */
  readonly parse: (answer: unknown) => T | undefined
  /** The method's result, in words: `a chain id`. */
  readonly expected: string
  readonly signal?: AbortSignal | undefined
  /** With it the request expires; without it something else ends it. */
  readonly clock?: Clock | undefined
  /** When to stop waiting; 5 minutes by default. What the wallet then still shows, it shows in vain. */
  readonly timeoutMs?: number | undefined
  /** Reads a wallet's own errors out of what it threw. */
  readonly readError?: ((cause: unknown) => Error | undefined) | undefined
}

/**
 * Asks a wallet once, and parses what it answers. Wallets may throw strings, throw at once, answer nonsense or never answer.
 *
 * @throws UserRejectedError and its kin for what the wallet says · WalletAnswerError · AbortedError · RequestTimeoutError
 */
export async function askWallet<T>(parameters: AskWalletParameters<T>): Promise<T> {
  const { method, parse, expected, readError } = parameters
  let answer: unknown
  try {
    answer = await answerOf(parameters)
  } catch (cause) {
    const error = readError?.(cause) ?? foreignError(cause, { method })
    if (error instanceof UnknownWalletError && saysMissing(error, method))
      throw new UnsupportedMethodError({ context: { method }, cause })
    throw error
  }
  let parsed: T | undefined
  try {
    parsed = parse(answer)
  } catch (cause) {
    throw new WalletAnswerError({ method, expected, cause })
  }
  if (parsed === undefined) throw new WalletAnswerError({ method, expected })
  return parsed
}

function answerOf<T>({ ask, signal, clock, timeoutMs = requestExpiryMs }: AskWalletParameters<T>): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason ?? new AbortedError())
    // Whichever comes first settles it, and leaves neither timer nor listener.
    const settle = (finish: () => void) => {
      stopClock?.()
      signal?.removeEventListener('abort', abort)
      finish()
    }
    const abort = () => settle(() => reject(signal?.reason ?? new AbortedError()))
    const stopClock = clock?.setTimeout(() => settle(() => reject(new RequestTimeoutError({ timeoutMs }))), timeoutMs)
    signal?.addEventListener('abort', abort, { once: true })
    // Inside the chain, so that what a wallet throws at once is caught as what it throws later.
    Promise.resolve()
      .then(ask)
      .then(
        (answer) => settle(() => resolve(answer)),
        (error: unknown) => settle(() => reject(error)),
      )
  })
}

/**
 * Waits for the answer to a side question: whatever is wrong with it, it costs that answer alone, and what was asked for goes on.
 *
 * @returns undefined where there is no answer
 * @throws where the signal aborts
 * @example const key = await besides(call({ method: 'getPublicKey', schema, signal }), signal)
 */
export async function besides<T>(asked: Promise<T>, signal?: AbortSignal | undefined): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (signal?.aborted || !(error instanceof FoyerError)) throw error
    return undefined
  }
}

/** The timeout for a wallet in the page to do what it agreed to, and the interval of looking whether it has, in milliseconds. */
const [graceMs, lookEveryMs] = [1_000, 250]

/** Looks until something is true, for some time: wallets answer before they have done what they were asked to. @returns whether it has come true */
export async function comesTrue({
  clock,
  withinMs = graceMs,
  check,
}: {
  readonly clock: Clock
  readonly withinMs?: number | undefined
  readonly check: () => boolean | Promise<boolean>
}): Promise<boolean> {
  for (const end = clock.now() + withinMs; ; ) {
    if (await check()) return true
    if (clock.now() >= end) return false
    await sleep({ clock, ms: lookEveryMs })
  }
}

/**
 * Hands a signed transaction to a node, once [F22].
 *
 * @throws BroadcastUnclearError where the node failed, and may have passed it on before · what it says where it refuses it
 */
export async function broadcast<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (cause) {
    const failures = [InvalidResponseError, RequestTimeoutError, ServerUnreachableError]
    const hasFailed = cause instanceof HttpError ? cause.status >= 500 : failures.some((kind) => cause instanceof kind)
    throw hasFailed ? new BroadcastUnclearError({ cause }) : cause
  }
}

/** Gives each kit its own actions, the same at every call. */
export function actionsByHost<F extends Family>(
  create: (host: AdapterHost) => FamilyActions<F>,
): (host: AdapterHost) => FamilyActions<F> {
  const made = new WeakMap<AdapterHost, FamilyActions<F>>()
  return (host) => {
    const actions = made.get(host) ?? create(host)
    made.set(host, actions)
    return actions
  }
}

/** The wallet's network, whose nodes are to be asked. @throws NetworkNotConfiguredError */
export function networkOfWallet({ network, networkId }: Pick<FamilyWallet, 'network' | 'networkId'>): Network {
  if (!network) throw new NetworkNotConfiguredError({ networkId, configured: [] })
  return network
}

/** The longest excerpt of a contract's or a program's own words that is shown, in characters. */
const mostLetters = 120

/** Words of a chain's for a visitor: without what can't be seen, and not too many. @returns undefined for none */
export function shortReason(text: string): string | undefined {
  const letters = [...plainText(text)]
  return letters.length > mostLetters ? `${letters.slice(0, mostLetters).join('')}…` : letters.join('') || undefined
}

/** A message for wallets that sign text alone. @throws MessageNotTextError */
export function textToSign(message: string | Uint8Array): string {
  const text = messageText(message)
  if (text === undefined) throw new MessageNotTextError()
  return text
}

/** A message for wallets that sign bytes. @throws MessageNotTextError for half of a surrogate pair */
export function bytesToSign(message: string | Uint8Array): Uint8Array {
  const bytes = messageBytes(message)
  if (bytes === undefined) throw new MessageNotTextError()
  return bytes
}
