/**
 * The code that an externally owned account is switched to (EIP-7702): MetaMask's Delegation Framework 1.3.0, audited, at the same address wherever it is.
 * The account stays its key's; its own calls and EntryPoint 0.7 alone run what it executes.
 */
export const delegateAddress = '0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B'

/** The contract that redeems what the account's key has delegated. */
export const delegationManager = '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3'

/** EntryPoint 0.7 (ERC-4337), the only other caller of the account's `execute`. */
export const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'

/** The domain of what the account's key signs for the delegate's code (EIP-712), besides the chain and the account. */
export const delegateDomain = { name: 'EIP7702StatelessDeleGator', version: '1' } as const

const designator = /^0xef0100([0-9a-f]{40})$/i

/**
 * Reads whose code an account has by EIP-7702.
 * @param code as `eth_getCode` answers
 * @returns the delegate's address in lower case; undefined for an account without code, and for a contract
 * @example delegateIn('0xef010063c0c19a282a1b52b07dd5a65b58948a07dae32b') // '0x63c0…e32b'
 */
export function delegateIn(code: string): `0x${string}` | undefined {
  const address = designator.exec(code)?.[1]
  return address === undefined ? undefined : `0x${address.toLowerCase()}`
}
