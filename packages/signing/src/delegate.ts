/**
 * The code that an externally owned account is switched to (EIP-7702): MetaMask's Delegation Framework 1.3.0, audited, at the same address wherever it is.
 * The account stays its key's; its own calls and EntryPoint 0.7 alone run what it executes.
 */
export const delegateAddress = '0x63c0c19a282a1B52b07dD5a65b58948A07DAE32B'

/** The contract that redeems what the account's key has delegated. */
export const delegationManager = '0xdb9B1e94B5b69Df7e401DDbedE43491141047dB3'

/** The audited enforcers of the Delegation Framework 1.3.0, at the same addresses wherever it is. */
export const enforcers = {
  allowedCalldata: '0xc2b0d624c1c4319760C96503BA27C347F3260f55',
  allowedMethods: '0x2c21fD0Cb9DC8445CB3fb0DC5E7Bb0Aca01842B5',
  allowedTargets: '0x7F20f61b1f09b08D970938F6fa563634d65c4EeB',
  erc20Period: '0x474e3Ae7E169e940607cC624Da8A15Eb120139aB',
  erc20Stream: '0x56c97aE02f233B29fa03502Ecc0457266d9be00e',
  exactCalldata: '0x99F2e9bF15ce5eC84685604836F71aB835DBBdED',
  limitedCalls: '0x04658B29F6b82ed55274221a06Fc97D318E25416',
  nativePeriod: '0x9BC0FAf4Aca5AE429F4c06aEEaC517520CB16BD9',
  nativeStream: '0xD10b97905a320b13a0608f7E9cC506b56747df19',
  // Knows an account's number: a permission names it, and is good while it stands.
  nonce: '0xDE4f2FAC4B3D87A1d9953Ca5FC09FCa7F366254f',
  redeemer: '0xE144b0b2618071B4E56f746313528a669c7E65c5',
  timestamp: '0x1046bb45C8d673d4ea75321280DB34899413c069',
  valueLte: '0x92Bf12322527cAA612fd31a0e810472BBB106A8F',
} as const satisfies Readonly<Record<string, `0x${string}`>>

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
