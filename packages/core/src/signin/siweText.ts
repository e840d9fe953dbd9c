import { layOutSiwxMessage } from '../siwx/index.js'
import type { SiweMessageArgs } from './createSiweConfig.js'

/**
 * Writes the text that an account signs, of what `createMessage` of the older client is given.
 *
 * @throws SiwxMessageError for a field that would make lines of its own
 * @see EIP-4361
 * @example createSiweConfig({ …, createMessage: formatSiweMessage })
 */
export function formatSiweMessage({ address, ...args }: SiweMessageArgs): string {
  const { domain, uri, version, nonce, iat, statement, exp, nbf, requestId, resources } = args
  return layOutSiwxMessage({
    word: 'Ethereum',
    reference: getDidChainId(address),
    accountAddress: getDidAddress(address),
    ...{ domain, uri, version, nonce, statement, requestId, resources },
    issuedAt: iat,
    expirationTime: exp,
    notBefore: nbf,
  })
}

/**
 * The account's address in a text that it signed.
 *
 * @returns an empty text where there is none
 * @example getAddressFromMessage(message) // '0x…'
 */
export const getAddressFromMessage = (message: string): string => /0x[a-fA-F0-9]{40}/.exec(message)?.[0] ?? ''

/**
 * The network that a signed text is for, by CAIP-2.
 *
 * @returns `eip155:1` where it says none
 * @example getChainIdFromMessage(message) // 'eip155:10'
 */
export const getChainIdFromMessage = (message: string): `eip155:${string}` =>
  `eip155:${/Chain ID: (\d+)/.exec(message)?.[1] ?? '1'}`

/**
 * The address of an account that is written as `did:pkh`.
 *
 * @example getDidAddress('did:pkh:eip155:1:0x…') // '0x…'
 */
export const getDidAddress = (did: string): string => did.split(':').at(-1) ?? ''

/**
 * The network of an account that is written as `did:pkh`, as its family has it.
 *
 * @example getDidChainId('did:pkh:eip155:10:0x…') // '10'
 */
export const getDidChainId = (did: string): string => did.split(':')[3] ?? ''
