import { byCurve } from './byCurve.js'
import { type EvmSignedMessage, signerKind } from './verifyEvmMessage.js'

export type { EvmSignedMessage } from './verifyEvmMessage.js'

/**
 * Finds out how an account signed a message (EIP-191); `evmVerifier` says which signatures are taken. A key's needs no request.
 *
 * @returns `key` where the address's own key did; `contract` where the contract there, deployed or about to be, says so; undefined where neither did
 * @throws what `ask` rejects with, and InvalidResponseError where the chain's answer can't be used: the signature isn't judged then
 */
export function evmSignerKind(signed: EvmSignedMessage): Promise<'key' | 'contract' | undefined> {
  return signerKind({ ...signed, recovery: byCurve })
}
