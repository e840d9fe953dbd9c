import { describe, expect, test } from 'vitest'
import { defineNetwork } from './defineNetwork.js'
import { bitcoin, bitcoinTestnet, mainnet, solana } from './known.js'
import { explorerUrl } from './networkUrls.js'

const at = (url: string) => defineNetwork({ ...solana, blockExplorers: { default: { name: 'Explorer', url } } })

describe('explorerUrl', () => {
  test.each([
    [mainnet, 'https://etherscan.io/address/0xAb', 'https://etherscan.io/tx/0x12'],
    [solana, 'https://solscan.io/account/0xAb', 'https://solscan.io/tx/0x12'],
    [bitcoin, 'https://mempool.space/address/0xAb', 'https://mempool.space/tx/0x12'],
    [bitcoinTestnet, 'https://mempool.space/testnet/address/0xAb', 'https://mempool.space/testnet/tx/0x12'],
    [
      at('https://explorer.example/?cluster=devnet'),
      'https://explorer.example/account/0xAb?cluster=devnet',
      'https://explorer.example/tx/0x12?cluster=devnet',
    ],
  ])('is as the family of $name has it', (network, account, transaction) => {
    expect(explorerUrl({ network, page: { address: '0xAb' } })).toBe(account)
    expect(explorerUrl({ network, page: { hash: '0x12' } })).toBe(transaction)
  })

  test('is where the explorer says that it has its pages, below its own address', () => {
    const paths = { account: 'testnet/account', transaction: 'testnet/txblock' }
    const explorer = { name: 'Explorer', url: 'https://explorer.example/sui/', paths }
    const network = defineNetwork({ ...solana, blockExplorers: { default: explorer } })
    expect(explorerUrl({ network, page: { address: '0xAb' } })).toBe(
      'https://explorer.example/sui/testnet/account/0xAb',
    )
    expect(explorerUrl({ network, page: { hash: '0x12' } })).toBe('https://explorer.example/sui/testnet/txblock/0x12')
  })

  test.each(['', '../tx', '/tx', '//evil.example', 'a?b', 'tx#'])('[F29] has no page at %j', (transaction) => {
    const explorer = { name: 'Explorer', url: 'https://explorer.example', paths: { account: 'account', transaction } }
    expect(() => defineNetwork({ ...solana, blockExplorers: { default: explorer } })).toThrow(
      expect.objectContaining({ code: 'invalid_network', field: 'blockExplorers.default.paths' }),
    )
  })

  test('of one NFT names its contract and its number', () => {
    expect(explorerUrl({ network: mainnet, page: { token: '0x1', tokenId: '7&b' } })).toBe(
      'https://etherscan.io/token/0x1?a=7%26b',
    )
  })

  test('is none without an explorer, and an id is no path of its own', () => {
    expect(explorerUrl({ network: undefined, page: { address: 'a' } })).toBeUndefined()
    expect(explorerUrl({ network: { ...mainnet, blockExplorers: undefined }, page: { hash: 'a' } })).toBeUndefined()
    expect(explorerUrl({ network: mainnet, page: { hash: '../../a?b#c' } })).toBe(
      'https://etherscan.io/tx/..%2F..%2Fa%3Fb%23c',
    )
  })

  test.each(['javascript:alert(1)', 'data:text/html,1', 'https://'])('[F29] is none where the address is %s', (url) => {
    const network = { ...mainnet, blockExplorers: { default: { name: 'Explorer', url } } }
    expect(explorerUrl({ network, page: { hash: 'a' } })).toBeUndefined()
  })
})
