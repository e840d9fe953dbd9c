import { FoyerError, JsonRpcError } from '@foyer/core/errors'

/** The numbers of EIP-1193, and of EIP-3085, by the kit's codes. */
const numbers: Readonly<Record<string, number>> = {
  user_rejected: 4001,
  unauthorized: 4100,
  unsupported_method: 4200,
  provider_disconnected: 4900,
  chain_disconnected: 4901,
  unrecognized_chain: 4902,
  chain_not_supported: 4902,
}
/** JSON-RPC: an internal error, which is any other. */
const anyOther = -32603

/** An error as EIP-1193 has it, for whoever reads its number; the kit's own is its `cause`. */
export function providerError(cause: unknown): Error & { readonly code: number; readonly data: unknown } {
  const { message, name } = cause instanceof Error ? cause : new Error('The request failed.')
  const rpc = cause instanceof JsonRpcError ? cause : undefined
  const code = rpc?.rpcCode ?? (cause instanceof FoyerError ? numbers[cause.code] : undefined) ?? anyOther
  return Object.assign(new Error(message, { cause }), { name, code, data: rpc?.rpcData })
}
