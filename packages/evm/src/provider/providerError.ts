import { FoyerError, JsonRpcError, UnsupportedMethodError, WalletCapabilityError } from '@foyer/core/errors'

/** An error as EIP-1193 has it: its number and, of a node's or contract's refusal, its data; the kit's own error is its `cause`. */
export interface ProviderError extends Error {
  readonly code: number
  readonly data: unknown
}

/** The numbers of EIP-1193, and of EIP-3085, by the kit's codes. */
const numbers: Readonly<Record<string, number>> = {
  user_rejected: 4001,
  unauthorized: 4100,
  unsupported_method: 4200,
  method_not_allowed: 4200,
  provider_disconnected: 4900,
  chain_disconnected: 4901,
  unrecognized_chain: 4902,
  chain_not_supported: 4902,
}
/** JSON-RPC: an internal error, which is any other. */
const anyOther = -32603

/**
 * An error as callers of a provider read it.
 *
 * @param method - that was asked for; undefined where nothing was, as while connecting
 * @see EIP-1193
 * @example providerError(new UserRejectedError(), 'personal_sign').code // 4001
 */
export function providerError(cause: unknown, method?: string): ProviderError {
  const { message, name } = cause instanceof Error ? cause : new Error('The request failed.')
  const rpc = cause instanceof JsonRpcError ? cause : undefined
  // Those of EIP-5792 are the wallet's own.
  const own = cause instanceof WalletCapabilityError ? cause.walletCode : undefined
  const said = cause instanceof FoyerError ? (numbers[cause.code] ?? cause.facts.rpcCode) : undefined
  const code = own ?? (typeof said === 'number' ? said : anyOther)
  return Object.assign(new Error(messageOf({ cause, method, code, said: message }), { cause }), {
    name,
    code,
    data: rpc?.rpcData,
  })
}

/** In the words by which libraries know what happened: viem goes by a missing method's in `sendCalls`, wagmi by those of a visitor who refused. */
function messageOf({
  cause,
  method,
  code,
  said,
}: {
  readonly cause: unknown
  readonly method: string | undefined
  readonly code: number
  readonly said: string
}): string {
  if (code === 4001) return `User rejected the request: ${said}`
  return method && cause instanceof UnsupportedMethodError
    ? `The method ${method} does not exist / is not available: ${said}`
    : said
}
