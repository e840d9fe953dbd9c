import { boundedText } from '@foyer/core/boundedText'
import * as v from 'valibot'
import type { ProviderRest } from './providerRest.js'
import { ProviderAwayError, ProviderBusyError, SocialRefusedError } from './refusals.js'

interface AskProvider<Schema extends v.GenericSchema> {
  readonly rest: ProviderRest
  readonly url: string
  /** sent as a form, by POST */
  readonly form?: Readonly<Record<string, string>> | undefined
  /** sent as JSON, by POST */
  readonly json?: Readonly<Record<string, unknown>> | undefined
  /** of the header, with its scheme */
  readonly authorization?: string | undefined
  /** who showed the token that is sent, as `clientKey` gives it; left out where this server's operator asks */
  readonly visitor?: string | undefined
  readonly schema: Schema
  /** of an answer that says what was asked for; 200 unless said */
  readonly statuses?: readonly number[] | undefined
}

const timeoutMs = 5_000
const mostBytes = 65_536

/** The statuses for a code, token or client that doesn't count: RFC 6749 §5.2, RFC 6750 §3.1, and GitHub for a token of another client. */
const refusing = [400, 401, 403, 404, 422]
/** GitHub answers a refused code with status 200. */
const Refused = v.object({ error: v.union([v.string(), v.looseObject({})]) })

/**
 * Asks a provider once. A code is used up by being exchanged, so nothing is asked twice.
 * @throws {@link SocialRefusedError} where the provider refuses what it was shown · {@link ProviderAwayError} · {@link ProviderBusyError}
 */
export async function askProvider<const Schema extends v.GenericSchema>({
  schema,
  statuses = [200],
  ...asked
}: AskProvider<Schema>): Promise<v.InferOutput<Schema>> {
  const { status, text } = await exchange(asked)
  const showsSomething = asked.form !== undefined || asked.authorization !== undefined
  if (showsSomething && (refusing.includes(status) || v.is(v.pipe(v.string(), v.parseJson(), Refused), text)))
    throw new SocialRefusedError({})
  const { success, output } = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text)
  if (!statuses.includes(status) || !success) throw new ProviderAwayError({})
  return output
}

type Asked = Omit<AskProvider<v.GenericSchema>, 'schema' | 'statuses'>

async function exchange({ rest, url, form, json, authorization, visitor }: Asked) {
  rest.refuse(visitor)
  const headers = {
    accept: 'application/json',
    ...(json && { 'content-type': 'application/json' }),
    ...(authorization && { authorization }),
  }
  const body = form ? new URLSearchParams(form) : json && JSON.stringify(json)
  const init = body === undefined ? {} : { method: 'POST', body }
  try {
    const answer = await fetch(url, { ...init, headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    await rest.heed(answer, visitor)
    const text = await boundedText({ answer, mostBytes })
    if (text !== undefined) return { status: answer.status, text }
  } catch (cause) {
    if (cause instanceof ProviderBusyError) throw cause
    throw new ProviderAwayError({ cause })
  }
  throw new ProviderAwayError({})
}
