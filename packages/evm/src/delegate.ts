import { delegateDomain } from '@foyer/signing/delegate'

export { delegateAddress, delegateIn, entryPoint } from '@foyer/signing/delegate'

/**
 * The delegate's code is the same on every network but for two words, the network's number and the hash of its domain there (EIP-712), which begin at these bytes.
 */
export const delegateCode = {
  bytes: 11_185,
  chainId: 5_801,
  domainSeparator: 5_843,
  /** keccak-256 of the code with zeros in the place of both words */
  hash: '0x29e80da8dce2a5184fbbe98d907f0b4c01c9ad4f40c485bb038c82f28db5425a',
  /** what the domain is made of beside the number and the delegate's address */
  domain: delegateDomain,
} as const
