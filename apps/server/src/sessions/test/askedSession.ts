import type { SessionGrantRequest } from '@foyer/core/wire'
import { devAccounts } from '@foyer/stack'

const [, { address: spender }] = devAccounts

/** What a dapp asks an account for, until the second day of 2026. For tests; nothing in the product imports this. */
export const asked = {
  chainId: '0x7a69',
  expiry: Date.parse('2026-01-02T00:00:00Z') / 1000,
  signer: { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: `0x04${'ab'.repeat(64)}` }] } },
  permissions: [
    {
      type: 'contract-call',
      data: {
        address: spender,
        abi: [{ type: 'function', name: 'vote', inputs: [] }],
        functions: [{ functionName: 'vote', args: [{ operator: 'EQUAL', value: '0x01' }], operation: 'Call' }],
      },
    },
    { type: 'native-token-recurring-allowance', data: { allowance: '0x64', start: 1_700_000_000, period: 86_400 } },
  ],
  policies: [{ type: 'sudo', data: {} }],
} as const satisfies SessionGrantRequest
