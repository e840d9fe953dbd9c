import { describe, expect, test } from 'vitest'
import { isRepeatable } from './transport.js'

describe('[F22] a signature or a send is never repeated', () => {
  test.each([
    'eth_sendRawTransaction',
    'eth_sendTransaction',
    'eth_sendUserOperation',
    'eth_sign',
    'eth_signTransaction',
    'eth_signTypedData_v4',
    'personal_sign',
    'wallet_sendCalls',
    'wallet_switchEthereumChain',
    'wallet_requestPermissions',
    'sendTransaction',
    'requestAirdrop',
    'sendrawtransaction',
    'signrawtransactionwithwallet',
    'submitblock',
    'broadcast_tx_commit',
    'send_tx',
    'pm_sponsorUserOperation',
    'solana_signMessage',
  ])('%s', (method) => {
    expect(isRepeatable(method)).toBe(false)
  })

  test.each([
    'eth_newFilter',
    'eth_getFilterChanges',
    'eth_subscribe',
    'evm_mine',
    'anvil_setBalance',
    'hardhat_reset',
  ])('nor is %s, which changes the node', (method) => {
    expect(isRepeatable(method)).toBe(false)
  })
})

test.each([
  'eth_call',
  'eth_chainId',
  'eth_blockNumber',
  'eth_getBalance',
  'eth_getTransactionReceipt',
  'eth_getFilterLogs',
  'eth_estimateGas',
  'eth_feeHistory',
  'net_version',
  'getSignatureStatuses',
  'getSignaturesForAddress',
  'getLatestBlockhash',
  'getblockcount',
  'wallet_getCapabilities',
])('%s is', (method) => {
  expect(isRepeatable(method)).toBe(true)
})
