import type { Hex } from '@foyer/core/chain'
import { GatewayReply } from '@foyer/core/wire'
import * as v from 'valibot'
import { SafeFetchError } from '../safeFetch/SafeFetchError.js'
import type { SafeFetch } from '../safeFetch/safeFetch.js'

/** A contract's question to gateways of its choice. */
export interface CcipQuestion {
  readonly sender: string
  readonly data: string
  readonly urls: readonly string[]
}

export type CcipRequest = (question: CcipQuestion) => Promise<Hex>

/** So many gateways are tried; a contract may name any number. */
const mostGateways = 4
/** Answers are records of names, not files. */
const maxBytes = 256 * 1024

/** None of the gateways that a contract names gave an answer. The message holds none of their addresses. */
export class GatewaysSilentError extends Error {
  override readonly name = 'GatewaysSilentError'
  /** whether the last one refused the request, as gateways do for an unregistered name (ERC-3668, 4xx) */
  readonly isRefusal: boolean
  constructor({ cause }: { cause: unknown }) {
    super("None of the contract's gateways gave an answer.", { cause })
    const status = cause instanceof SafeFetchError ? (cause.status ?? 0) : 0
    this.isRefusal = status >= 400 && status < 500 && status !== 429
  }
}

/**
 * Asks the gateways that a contract names, one after the other. Their URLs are untrusted, so they are only
 * ever fetched by way of `safeFetch`.
 * @throws {@link GatewaysSilentError} · the signal's reason
 * @see ERC-3668
 */
export function createCcipRequest({ safeFetch, signal }: { safeFetch: SafeFetch; signal: AbortSignal }): CcipRequest {
  return async ({ sender, data, urls }) => {
    let last: unknown = null
    for (const url of urls.slice(0, mostGateways)) {
      try {
        return await askGateway({ safeFetch, signal, url, sender, data })
      } catch (cause) {
        signal.throwIfAborted()
        if (!(cause instanceof SafeFetchError || cause instanceof v.ValiError)) throw cause
        last = cause
      }
    }
    throw new GatewaysSilentError({ cause: last })
  }
}

interface AskGateway {
  safeFetch: SafeFetch
  signal: AbortSignal
  url: string
  sender: string
  data: string
}

async function askGateway({ safeFetch, signal, url, sender, data }: AskGateway): Promise<Hex> {
  const isGet = url.includes('{data}')
  const { bytes } = await safeFetch({
    url: url.replace('{sender}', sender.toLowerCase()).replace('{data}', data),
    accept: ['application/json', 'text/json', 'text/plain'],
    maxBytes,
    signal,
    ...(!isGet && { body: JSON.stringify({ data, sender }) }),
  })
  const text = new TextDecoder().decode(bytes)
  return v.parse(v.pipe(v.string(), v.parseJson(), GatewayReply), text).data
}
