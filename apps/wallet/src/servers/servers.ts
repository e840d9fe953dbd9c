import { replyOf } from '@foyer/core/reply'
import type { Call, CallReply, Input } from '@foyer/core/wire'
import { nextNonce, type SignedCall } from '@foyer/custody/calls'
import { keeperNonceCall } from '@foyer/custody/keeperCalls'
import { type SignedBody, signBody } from '@foyer/custody/signed'
import { loginNonceCall } from '@foyer/login/loginCalls'
import * as v from 'valibot'
import { WalletError } from '../errors.js'
import type { SentenceName } from '../messages/pageSentences.js'
import { within } from '../within.js'

/** Where a server doesn't say when it may be asked again. */
const usualWaitSeconds = 60

/** The login server or the keeper refused. */
export class RefusedError extends WalletError {
  /** As the server calls it, such as `code_wrong`. */
  readonly refusal: string
  /** The reason that the server names, of a refusal that has several. */
  readonly because: string | undefined
  /** When the same may be asked again, where the server says so. */
  readonly retryAfterMs: number | undefined

  constructor({
    refusal,
    because,
    retryAfter,
  }: {
    readonly refusal: string
    readonly because?: string | undefined
    readonly retryAfter: string | null
  }) {
    const sentence = Object.hasOwn(refusals, refusal) ? refusals[refusal] : undefined
    const seconds = retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined
    const said = seconds ?? usualWaitSeconds
    super({ sentence: sentence ?? 'error.unreachable', values: { seconds: `${said}`, when: { seconds: said } } })
    this.refusal = refusal
    this.because = because
    this.retryAfterMs = seconds === undefined ? undefined : seconds * 1_000
  }
}

const refusals: Readonly<Record<string, SentenceName>> = {
  code_wrong: 'error.codeWrong',
  code_expired: 'error.codeExpired',
  code_replaced: 'error.codeReplaced',
  too_many_tries: 'error.tooManyTries',
  too_many_codes: 'error.tooManyCodes',
  too_many_ceremonies: 'error.tooManyCeremonies',
  session_over: 'error.signedOut',
  acts_later: 'error.actsLater',
  link_over: 'confirm.over',
  social_unknown: 'error.socialOver',
  social_off: 'error.socialOff',
  social_refused: 'error.socialFailed',
  email_unverified: 'error.emailUnverified',
  email_same: 'error.emailSame',
  email_taken: 'error.emailTaken',
  not_by_email: 'error.emailSocial',
  provider_away: 'error.providerAway',
  provider_busy: 'error.providerBusy',
}

export interface AskOptions {
  /** An access token. */
  readonly token?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** The login server and the keeper, under this page's own origin. */
export interface Servers {
  /** Asks what is signed by the device over a nonce of the server's. */
  signed<const Of extends SignedCall>(
    call: Of,
    payload: Input<Of['payload']>,
    options?: AskOptions,
  ): Promise<CallReply<Of>>
  /** Asks what isn't signed. */
  plain<const Of extends Call>(call: Of, body: unknown): Promise<CallReply<Of>>
}

export interface ServersParameters {
  readonly fetch: typeof globalThis.fetch
  /** The keys of this device, at the time of the call. */
  readonly keys: () => CryptoKeyPair
  readonly now?: (() => number) | undefined
}

/**
 * The time for which a nonce is used here, in milliseconds: it counts for a minute, of which a call needs some on its
 * way.
 */
const freshMs = 45_000

/** Longer than the keeper keeps a question open, in milliseconds. */
const timeoutMs = 28_000

const Refusal = v.object({
  error: v.object({ code: v.pipe(v.string(), v.maxLength(64)), field: v.optional(v.string()) }),
})

/** @throws RefusedError by the server's code · WalletError where it can't be reached or its answer can't be read */
export function createServers({ fetch, keys, now = Date.now }: ServersParameters): Servers {
  /** The nonce that each server has given for its next call, and when. */
  const given = new Map<string, { readonly nonce: string; readonly at: number }>()
  const post = async <const Of extends Call>(
    call: Of,
    body: unknown,
    { token, signal }: AskOptions = {},
  ): Promise<CallReply<Of>> => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
    const asked = { method: 'POST', headers, body: JSON.stringify(body ?? {}) }
    const { answer, text } = await within({ signal, ms: timeoutMs }, async (ending) => {
      const answer = await fetch(call.path, { ...asked, signal: ending })
      return { answer, text: await answer.text() }
    }).catch(unreachable)
    const next = answer.headers.get(nextNonce)
    if (next) given.set(serverOf(call).path, { nonce: next, at: now() })
    if (answer.ok) {
      const reply = replyOf(call, text)
      return reply.success ? reply.output : unreachable(reply.issues[0].message)
    }
    const refused = replyOf({ reply: Refusal }, text)
    const { code, field } = refused.success ? refused.output.error : { code: `http_${answer.status}` }
    throw new RefusedError({
      refusal: code,
      because: field,
      retryAfter: answer.headers.get('retry-after'),
    })
  }
  const nonceOf = async (asked: SignedCall, { signal }: AskOptions): Promise<string> => {
    const call = serverOf(asked)
    const kept = given.get(call.path)
    given.delete(call.path)
    if (kept && now() - kept.at < freshMs) return kept.nonce
    return (await post(call, {}, { signal })).nonce
  }
  const ask = async <const Of extends SignedCall>(
    call: Of,
    payload: unknown,
    options: AskOptions,
  ): Promise<CallReply<Of>> => {
    const nonce = await nonceOf(call, options)
    const body: SignedBody = await signBody({ keys: keys(), call: call.id, nonce, payload })
    return post(call, body, options)
  }
  return {
    signed: (call, payload, options = {}) =>
      ask(call, payload, options).catch((error: unknown) => {
        // A nonce counts for a minute, in which a computer may have slept: what was refused for that wasn't done.
        if (error instanceof RefusedError && error.refusal === 'signature_refused') return ask(call, payload, options)
        throw error
      }),
    plain: post,
  }
}

const serverOf = ({ path }: Call) => (path.startsWith('/keeper/') ? keeperNonceCall : loginNonceCall)

const unreachable = (cause: unknown): never => {
  throw new WalletError({ sentence: 'error.unreachable', cause })
}
