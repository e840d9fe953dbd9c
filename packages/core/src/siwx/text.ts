import { type Family, isFamily } from '../chain/ids.js'
import type { SiwxMessage } from './message.js'

const chainNames: Partial<Readonly<Record<Family, string>>> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
}

/**
 * Writes what a visitor signs to sign in, letter by letter.
 *
 * @see EIP-4361, CAIP-122
 * @example writeSiwxMessage({ domain: 'dapp.example', accountAddress, chainId: 'eip155:1', uri: 'https://dapp.example/', version: '1', nonce, issuedAt })
 */
export function writeSiwxMessage(message: SiwxMessage): string {
  const [namespace = '', reference = ''] = message.chainId.split(':')
  const chain = (isFamily(namespace) ? chainNames[namespace] : undefined) ?? namespace
  return [
    `${message.domain} wants you to sign in with your ${chain} account:`,
    message.accountAddress,
    '',
    ...(message.statement === undefined ? [''] : [message.statement, '']),
    `URI: ${message.uri}`,
    `Version: ${message.version}`,
    `Chain ID: ${reference}`,
    `Nonce: ${message.nonce}`,
    `Issued At: ${message.issuedAt}`,
    ...lineOf('Expiration Time', message.expirationTime),
    ...lineOf('Not Before', message.notBefore),
    ...lineOf('Request ID', message.requestId),
    ...(message.resources?.length ? ['Resources:', ...message.resources.map((each) => `- ${each}`)] : []),
  ].join('\n')
}

const lineOf = (name: string, value: string | undefined): readonly string[] =>
  value === undefined ? [] : [`${name}: ${value}`]

/** Makes a nonce of 128 bits from the platform's generator, in letters and digits [F6]. */
export function createNonce(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
