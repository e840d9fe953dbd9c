import { InvalidResponseError } from '@foyer/core/invalidResponse'
import { UpstreamError } from '../rpc/UpstreamError.js'
import { ChainUnavailableError } from './refusals.js'

/**
 * Waits for what is read on a network, whose nodes may give no usable answer, or one of something else.
 * @param chainId - CAIP-2
 * @throws ChainUnavailableError in their place; whatever else went wrong as it is
 */
export const orUnavailable = <Answer>(chainId: string, answer: Promise<Answer>): Promise<Answer> =>
  answer.catch((cause: unknown) => {
    const isAway = cause instanceof UpstreamError || cause instanceof InvalidResponseError
    throw isAway ? new ChainUnavailableError({ chainId, cause }) : cause
  })
