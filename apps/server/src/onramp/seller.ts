import type { Patience } from '../provider/circuit.js'
import { ProviderError } from '../provider/ProviderError.js'
import { type AskProvider, createProvider, type ProviderParameters } from '../provider/provider.js'
import { NotForSaleError, ProviderUnavailableError } from './refusals.js'

export interface AskSeller<Reply> extends Pick<AskProvider<Reply>, 'body' | 'mayRepeat' | 'schema' | 'signal'> {
  /** with its query */
  path: string
}

/** The API of a seller or an exchange, called with the operator's key. */
export interface SellerApi {
  /**
   * @throws {@link ProviderError} where it refuses what was asked for · {@link ProviderUnavailableError} for all else that isn't an
   * answer as documented, a refused key included · the signal's reason
   */
  ask<Reply>(request: AskSeller<Reply>): Promise<Reply>
}

export interface SellerApiParameters extends Pick<ProviderParameters, 'name' | 'headersOf' | 'clock'> {
  url: string
}

const patience: Patience = {
  wholeMs: 8_000,
  retries: 3,
  firstPauseMs: 250,
  longestPauseMs: 8_000,
  limitMs: 30_000,
}
/** No answer of a seller is larger. */
const mostBytes = 2 * 1024 * 1024
/** It has understood, and says no. */
const refusals: readonly (number | undefined)[] = [400, 404, 422]

export function createSellerApi({ url: base, ...parameters }: SellerApiParameters): SellerApi {
  const provider = createProvider({ ...parameters, patience, mostBytes, random: Math.random })
  return {
    async ask({ path, ...asked }) {
      try {
        return await provider.ask({ ...asked, url: new URL(path, base).href })
      } catch (cause) {
        if (!(cause instanceof ProviderError) || refusals.includes(cause.status)) throw cause
        throw new ProviderUnavailableError({ cause })
      }
    },
  }
}

/** What a seller's refusal of an order or a quote means. @throws {@link NotForSaleError}, or all else as it is */
export function refuse(cause: unknown): never {
  throw cause instanceof ProviderError ? new NotForSaleError({ field: 'purchaseCurrency' }) : cause
}
