import * as v from 'valibot'
import { coinbaseToken } from './coinbaseToken.js'
import type { CoinbaseConfig } from './onrampConfig.js'
import { ProviderUnavailableError } from './refusals.js'

export interface AskCoinbaseParameters<Reply> {
  config: CoinbaseConfig
  method: 'GET' | 'POST'
  /** with its query */
  path: string
  body?: unknown
  schema: v.GenericSchema<unknown, Reply>
  now: () => number
  nonce: () => string
  signal: AbortSignal
}

const limitMs = 5_000

/**
 * Calls Coinbase's API with the operator's key.
 * @throws {@link ProviderUnavailableError} for whatever isn't an answer as documented · the signal's reason
 */
export async function askCoinbase<Reply>(parameters: AskCoinbaseParameters<Reply>): Promise<Reply> {
  const { config, method, path, body, schema, now, nonce, signal } = parameters
  const url = new URL(path, config.apiUrl)
  try {
    const answer = await fetch(url, {
      method,
      headers: {
        Authorization: `Bearer ${coinbaseToken({ ...config, method, url, now: now(), nonce: nonce() })}`,
        'Content-Type': 'application/json',
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
    })
    if (!answer.ok) throw new Error(`HTTP status code: ${answer.status}`)
    return v.parse(schema, await answer.json())
  } catch (cause) {
    signal.throwIfAborted()
    throw new ProviderUnavailableError({ cause })
  }
}
