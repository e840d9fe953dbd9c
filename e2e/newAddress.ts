import type { Address } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'

/** An account that nobody else knows: what it holds, the test itself has brought about. */
export const newAddress = (): Address => privateKeyToAccount(generatePrivateKey()).address
