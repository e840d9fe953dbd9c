import type { SessionGrantRequest } from '@foyer/core/wire'
import { devAccounts } from '@foyer/stack'
import { privateKeyToAccount } from 'viem/accounts'

const [, { address: spender }] = devAccounts

/** The dapp's own key, to which a session's permission is granted. For tests; nothing in the product imports this. */
export const dappKey = privateKeyToAccount(`0x${'ab'.repeat(32)}`)

/** A dapp's request to an account, until the second day of 2026. */
export const asked = {
  chainId: '0x7a69',
  expiry: Date.parse('2026-01-02T00:00:00Z') / 1000,
  signer: { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: dappKey.publicKey }] } },
  permissions: [
    {
      type: 'contract-call',
      data: {
        address: spender,
        abi: [{ type: 'function', name: 'vote', inputs: [] }],
        functions: [{ functionName: 'vote', operation: 'Call' }],
      },
    },
  ],
  policies: [],
} as const satisfies SessionGrantRequest
