import type { Call, Input, Output, WireSchema } from '@foyer/core/wire'
import { nextNonce } from '@foyer/custody/calls'
import { keeperNonceCall } from '@foyer/custody/keeperCalls'
import { loginNonceCall } from '@foyer/custody/loginCalls'
import { type SignedBody, signBody } from '@foyer/custody/signed'
import * as v from 'valibot'
import { WalletError } from '../errors.js'
import type { SentenceName } from '../messages/pageSentences.js'
import { within } from '../within.js'

/** The login server or the keeper refused. */
export class RefusedError extends WalletError {
  /** As the server calls it, such as `code_wrong`. */
  readonly refusal: string
  /** When the same may be asked again, where the server says so. */
  readonly retryAfterMs: number | undefined

  constructor({ refusal, retryAfter }: { readonly refusal: string; readonly retryAfter: string | null }) {
    const sentence = Object.hasOwn(refusals, refusal) ? refusals[refusal] : undefined
    super({ sentence: sentence ?? 'error.unreachable', values: { seconds: retryAfter ?? '60' } })
    this.refusal = refusal
    this.retryAfterMs = retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1_000 : undefined
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

/** A call that the device signs. */
interface Signed {
  readonly id: string
  readonly path: string
  readonly payload: WireSchema
  readonly reply?: WireSchema
}

type ReplyOf<Of extends { readonly reply?: WireSchema }> = Of extends { readonly reply: infer Reply extends WireSchema }
  ? Output<Reply>
  : undefined

export interface AskOptions {
  /** An access token. */
  readonly token?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** The login server and the keeper, under this page's own origin. */
export interface Servers {
  /** Asks what is signed by the device over a nonce of the server's. */
  signed<const Of extends Signed>(call: Of, payload: Input<Of['payload']>, options?: AskOptions): Promise<ReplyOf<Of>>
  /** Asks what isn't signed. */
  plain<const Of extends Pick<Call, 'path' | 'body' | 'reply'>>(call: Of, body: unknown): Promise<ReplyOf<Of>>
}

export interface ServersParameters {
  readonly fetch: typeof globalThis.fetch
  /** The keys of this device, at the time of the call. */
  readonly keys: () => CryptoKeyPair
  readonly now?: (() => number) | undefined
}

/** What a nonce counts for is a minute, of which a call needs some on its way, in milliseconds. */
const freshMs = 45_000

/** Longer than the keeper keeps a question open, in milliseconds. */
const timeoutMs = 28_000

const Refusal = v.object({ error: v.object({ code: v.pipe(v.string(), v.maxLength(64)) }) })

/** @throws RefusedError by the server's code · WalletError where it can't be reached or its answer can't be read */
export function createServers({ fetch, keys, now = Date.now }: ServersParameters): Servers {
  /** What each server has given for its next call, and when. */
  const given = new Map<string, { readonly nonce: string; readonly at: number }>()
  const post = async (path: string, body: unknown, { token, signal }: AskOptions = {}): Promise<unknown> => {
    const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) }
    const asked = { method: 'POST', headers, body: JSON.stringify(body ?? {}), credentials: 'same-origin' } as const
    const { answer, text } = await within({ signal, ms: timeoutMs }, async (ending) => {
      const answer = await fetch(path, { ...asked, signal: ending })
      return { answer, text: await answer.text() }
    }).catch((cause: unknown) => {
      throw new WalletError({ sentence: 'error.unreachable', cause })
    })
    const next = answer.headers.get(nextNonce)
    if (next) given.set(serverOf(path).path, { nonce: next, at: now() })
    const { output: said } = v.safeParse(v.pipe(v.string(), v.parseJson()), text)
    if (answer.ok) return said
    const { success, output } = v.safeParse(Refusal, said)
    throw new RefusedError({
      refusal: success ? output.error.code : `http_${answer.status}`,
      retryAfter: answer.headers.get('retry-after'),
    })
  }
  const nonceOf = async (path: string, options: AskOptions): Promise<string> => {
    const call = serverOf(path)
    const kept = given.get(call.path)
    given.delete(call.path)
    if (kept && now() - kept.at < freshMs) return kept.nonce
    return read(call.reply, await post(call.path, {}, { signal: options.signal })).nonce
  }
  const ask = async ({ id, path }: Signed, payload: unknown, options: AskOptions): Promise<unknown> => {
    const nonce = await nonceOf(path, options)
    const body: SignedBody = await signBody({ keys: keys(), call: id, nonce, payload })
    return post(path, body, options)
  }
  return {
    async signed(call, payload, options = {}) {
      const said = await ask(call, payload, options).catch((error: unknown) => {
        // A nonce counts for a minute, in which a computer may have slept: what was refused for that wasn't done.
        if (error instanceof RefusedError && error.refusal === 'signature_refused') return ask(call, payload, options)
        throw error
      })
      return replyOf(call, said)
    },
    plain: async (call, body) => replyOf(call, await post(call.path, body)),
  }
}

const serverOf = (path: string) => (path.startsWith('/keeper/') ? keeperNonceCall : loginNonceCall)

function read<Schema extends WireSchema>(schema: Schema, said: unknown): v.InferOutput<Schema> {
  const { success, output, issues } = v.safeParse(schema, said)
  if (success) return output
  throw new WalletError({ sentence: 'error.unreachable', cause: issues[0]?.message })
}

/** What a call was answered, as its schema lets it through. */
function replyOf<const Of extends { readonly reply?: WireSchema }>(call: Of, said: unknown): ReplyOf<Of>
function replyOf(call: { readonly reply?: WireSchema }, said: unknown): unknown {
  return call.reply ? read(call.reply, said) : undefined
}
