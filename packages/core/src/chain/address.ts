import type { Family } from './ids.js'

const evmAddress = /^(0x)?[0-9a-fA-F]{40}$/
const solanaAddress = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
const anyAddress = /^[-.%a-zA-Z0-9]{1,128}$/

/**
 * Whether a text is written as an address of its family: 40 hex digits, `0x` or not, for eip155 [S5.18]; 32 to 44 base58
 * letters for solana [S5.19]; for the others what CAIP-10 allows, as their adapters know more.
 *
 * @example isAddress({ family: 'eip155', address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045' }) // true
 */
export function isAddress({ family, address }: { family: Family; address: string }): boolean {
  if (family === 'eip155') return evmAddress.test(address)
  if (family === 'solana') return solanaAddress.test(address)
  return anyAddress.test(address)
}
